import type { RequestListener, Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from '../process/plain-error.ts';
import { createServer } from './create-server.ts';
import type { Certified } from './create-server.ts';

/** Requests between processes carry a whole list query in their URL: 16 KiB as sent, many times that as encoded JSON. */
const internalHeaderLimit = 256 * 1024;

const sweepMs = 50;

/**
 * Connections that the kernel holds until they are accepted; it may allow fewer. With Node's 511 a burst makes it drop the first packet
 * of others, who then wait a second before they send it again.
 */
const backlog = 4096;

export interface Listening {
  server: Server;
  /**
   * Answers whoever asks, for `lingerMs`, and tells each to leave; then refuses new connections, lets running requests
   * finish, and closes the connections left after the deadline.
   */
  close: (options?: { lingerMs?: number; deadlineMs?: number }) => Promise<void>;
}

/** For clients that ask over kept connections, and for balancers, to learn that a process leaves. */
export const lingerMs = 1000;

export interface Address {
  port: number;
  host: string;
  /** The one that says the port, for who has to choose another. */
  setting?: 'PORT' | 'INTERNAL_PORT';
}

function portFault(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  const why = { EADDRINUSE: 'is taken by another process', EACCES: 'is for root alone' }[error.code ?? ''];
  return why === undefined ? error : new PlainError(`Port ${port} ${why}: set ${setting} to a free one.`);
}

export async function listen(
  handler: RequestListener,
  address: Address,
  certified: Certified,
): Promise<Listening> {
  const options = { maxHeaderSize: internalHeaderLimit, keepAliveTimeout: 65_000, noDelay: true };
  return listenOn(createServer(options, certified, handler), address);
}

/** Throws a PlainError that names the setting where the port cannot be had. */
export async function listenOn(
  server: Server,
  { port, host, setting = 'PORT' }: Address,
): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(portFault(error, port, setting));
    server.once('error', refuse);
    server.listen({ port, host, backlog }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  return {
    server,
    close: async ({ lingerMs: linger = 0, deadlineMs = 7000 } = {}) => {
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
      await sleep(linger);
      await afterReading();
      const closed = stopAccepting(server);
      const cut = setTimeout(() => server.closeAllConnections(), deadlineMs);
      const isOver = closed.then(() => true);
      while (!(await Promise.race([isOver, sleep(sweepMs, false)]))) {
        // Right after sockets were read: a connection that is idle then has no request under way to it that is unread.
        await afterReading();
        server.closeIdleConnections();
      }
      clearTimeout(cut);
    },
  };
}

/** The HTTP server's own `close` also ends each idle connection at once, and with it the request that is about to be read. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
}
