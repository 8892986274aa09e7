import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from '#shared/http/create-server.ts';

/** Limits how long a client that doesn't read its responses can hold resources. */
export interface SlowReaders {
  /** Closes a connection to this server when its client receives nothing for too long. */
  watch: (server: Server) => void;
  /** How long the client has received none of the response's pending data. 0 when no data is pending. */
  waitingMs: (response: ServerResponse) => number;
}

interface Progress {
  /** Bytes that the client's system has accepted. */
  taken: number;
  since: number;
}

const sweepMs = 1000;

/**
 * Progress shows per chunk of up to 64 KiB. A client that receives a chunk within the time-out is merely slow. A client that
 * doesn't has stopped reading.
 */
export function createSlowReaders({
  timeoutMs,
  now = () => performance.now(),
}: {
  timeoutMs: number;
  now?: () => number;
}): SlowReaders {
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
    watch: (server) => {
      server.on(connectionEvent(server), (socket) => {
        sockets.set(socket, { taken: 0, since: now() });
        socket.once('close', () => sockets.delete(socket));
      });
      const timer = setInterval(sweep, Math.min(sweepMs, timeoutMs)).unref();
      server.once('close', () => clearInterval(timer));
    },
    waitingMs: ({ socket }) => {
      const progress = socket && progressOf(socket);
      return progress ? now() - progress.since : 0;
    },
  };
}
