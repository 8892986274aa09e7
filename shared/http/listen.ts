import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';

/** Requests between processes carry a whole list query in their URL: 16 KiB as sent, many times that as encoded JSON. */
const internalHeaderLimit = 256 * 1024;

const sweepMs = 50;

export interface Listening {
  server: Server;
  /** Refuses new connections, lets running requests finish, and closes the connections left after the deadline. */
  close: (deadlineMs?: number) => Promise<void>;
}

export async function listen(handler: RequestListener, port: number, host: string): Promise<Listening> {
  const server = createServer(
    { maxHeaderSize: internalHeaderLimit, keepAliveTimeout: 65_000, noDelay: true },
    handler,
  );
  return listenOn(server, port, host);
}

export async function listenOn(server: Server, port: number, host: string): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    server,
    close: async (deadlineMs = 8000) => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Node answers further requests on a kept-alive connection, and would wait until the client ends it.
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
      const cut = setTimeout(() => server.closeAllConnections(), deadlineMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}
