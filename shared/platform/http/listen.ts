import type { RequestListener, Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as afterReading, setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from '../settings/plain-error.ts';
import type { ProcessSettings } from '../settings/settings.ts';
import { createServer, type Certified } from './create-server.ts';

/** A URL between processes contains a whole list query. A client's 16 KiB become many times larger as encoded JSON. */
const internalHeaderLimit = 256 * 1024;

const sweepMs = 50;

/** With Node's default of 511, the kernel drops connections if many arrive at once. Their clients retry only after a second. */
const backlog = 4096;

export interface Listening {
  server: Server;
  /**
   * For `lingerMs`, the server still serves requests, but asks clients to close their connections. Then it accepts no new
   * connections and finishes the running requests. After `deadlineMs`, it closes the remaining connections.
   */
  close: (options?: { lingerMs?: number; deadlineMs?: number }) => Promise<void>;
}

/** Gives load balancers and keep-alive clients time to notice that the process is shutting down. */
export const lingerMs = 1000;

export interface Address extends Pick<ProcessSettings, 'HOST' | 'PORT'> {
  setting?: 'PORT' | 'INTERNAL_PORT' | 'WORKER_PORT';
}

function portFault(error: NodeJS.ErrnoException, port: number, setting: string): Error {
  const why = { EADDRINUSE: 'is taken by another process', EACCES: 'requires root' }[error.code ?? ''];
  return why === undefined ? error : new PlainError(`Port ${port} ${why}. Set ${setting} to a free port.`);
}

export async function listen(
  handler: RequestListener,
  address: Address,
  certified: Certified,
): Promise<Listening> {
  const options = { maxHeaderSize: internalHeaderLimit, keepAliveTimeout: 65_000, noDelay: true };
  return listenOn(createServer(options, certified, handler), address);
}

/** Starts to listen. If the port is not available, throws a PlainError that contains the name of the setting. */
export async function listenOn(
  server: Server,
  { PORT: port, HOST: host, setting = 'PORT' }: Address,
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
        // After all sockets were read, an idle connection has no unread request.
        await afterReading();
        server.closeIdleConnections();
      }
      clearTimeout(cut);
    },
  };
}

/** The HTTP server's own `close` would end idle connections at once. A request that arrived and was not read yet would be lost. */
function stopAccepting(server: Server): Promise<void> {
  return new Promise((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
}
