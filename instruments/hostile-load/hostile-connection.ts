import { connect, type Socket } from 'node:net';

import { AnswerReader } from './answer-reader.ts';
import type { HostileRequest } from './hostile-request.ts';

/** The requests and results of the attackers in one run of an attack. */
export interface Tally {
  requests: number;
  /** Number of bytes written to sockets. */
  sent: number;
  received: number;
  statuses: Record<number, number>;
  /** Number of connections that the store closed or refused before it responded. */
  cut: number;
}

export function emptyTally(): Tally {
  return { requests: 0, sent: 0, received: 0, statuses: {}, cut: 0 };
}

/** A raw TCP connection of an attacker. */
export interface HostileConnection {
  socket: Socket;
  /** Writes without waiting for the socket. */
  write: (bytes: Uint8Array | string) => void;
  /** The status of the next complete response. Rejects if the connection ends first. */
  answer: () => Promise<number>;
  close: () => void;
}

interface Target {
  host: string;
  port: number;
  /** The local address from which to connect. */
  from: string;
}

export async function openConnection(target: Target, tally: Tally): Promise<HostileConnection> {
  const { host, port, from } = target;
  const socket = connect({ host, port, localAddress: from, noDelay: true });
  const reader = new AnswerReader((status) => (tally.statuses[status] = (tally.statuses[status] ?? 0) + 1));
  socket.on('data', (chunk: Buffer) => {
    tally.received += chunk.length;
    reader.push(chunk);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => reader.end());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('close', () => reject(new Error('The connection was refused')));
  });
  return {
    socket,
    write: (bytes) => {
      tally.sent += typeof bytes === 'string' ? Buffer.byteLength(bytes, 'latin1') : bytes.length;
      if (typeof bytes === 'string') socket.write(bytes, 'latin1');
      else socket.write(bytes);
    },
    answer: () => reader.next(),
    close: () => socket.destroy(),
  };
}

export function headOf(request: HostileRequest, host: string, token: string | undefined): string {
  const { method, path, body, headers = {} } = request;
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${request.host ?? host}`];
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  if (body !== undefined && headers['Transfer-Encoding'] === undefined) {
    lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  }
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
