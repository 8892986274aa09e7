import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from '#shared/platform/http/create-server.ts';

export type SlowReaders = ReturnType<typeof createSlowReaders>;

interface Progress {
  /** Bytes that have left the socket's write buffer. */
  taken: number;
  since: number;
}

const sweepMs = 1000;

/**
 * Limits how long a client that doesn't read its responses can hold resources. Progress is visible per chunk of up to 64 KiB, so
 * a client that receives no chunk within `timeoutMs` has stopped reading.
 */
export function createSlowReaders(options: { timeoutMs: number; now?: () => number }) {
  const { timeoutMs, now = () => performance.now() } = options;
  const sockets = new Map<Socket, Progress>();

  function progressOf(socket: Socket): Progress | undefined {
    const known = sockets.get(socket);
    const taken = socket.bytesWritten - socket.writableLength;
    if (known && (taken !== known.taken || socket.writableLength === 0)) {
      known.taken = taken;
      known.since = now();
    }
    return known;
  }

  function sweep(): void {
    for (const socket of sockets.keys()) {
      const progress = progressOf(socket);
      if (progress && now() - progress.since >= timeoutMs) socket.destroy();
    }
  }

  return {
    /** Closes a connection to this server when its client receives none of its pending data for `timeoutMs`. */
    watch: (server: Server): void => {
      server.on(connectionEvent(server), (socket) => {
        sockets.set(socket, { taken: 0, since: now() });
        socket.once('close', () => sockets.delete(socket));
      });
      const timer = setInterval(sweep, Math.min(sweepMs, timeoutMs)).unref();
      server.once('close', () => clearInterval(timer));
    },
    /** The ms for which the client has received none of the response's pending data. 0 when no data is pending. */
    waitingMs: ({ socket }: ServerResponse): number => {
      const progress = socket && progressOf(socket);
      return progress ? now() - progress.since : 0;
    },
  };
}
