import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { problems, type ProblemCode } from '#shared/errors.ts';
import { dependsOn } from './caching.ts';
import { problemBody } from '../problems/problem-response.ts';

const lingerMs = 1000;

const codes: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Before TLS is established, a response can't reach the client. */
const isAboutTls = ({ code = '' }: { code?: string }) => /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code);

/** Sends a problem body for a request that Node can't parse, then closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAboutTls(error)) {
    socket.destroy();
    return;
  }
  const code = codes[error.code ?? ''] ?? 'malformed_query';
  const { status, title } = problems[code];
  const requestId = randomUUID();
  const detail = code === 'malformed_query' ? { detail: 'The request is not HTTP that can be read.' } : {};
  const body = JSON.stringify(problemBody({ code, ...detail }, { language: 'en', instance: '', requestId }));
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Cache-Control: no-store\r\nVary: ${dependsOn}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Closing immediately, while request bytes are unread, would reset the connection and lose the response.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
