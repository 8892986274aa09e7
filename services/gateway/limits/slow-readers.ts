import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from '#shared/http/create-server.ts';

/** Bounds how long a client that doesn't read its answers holds their resources. */
export interface SlowReaders {
  /** Ends the connections of this server whose client takes nothing for too long. */
  watch: (server: Server) => void;
  /** How long an answer's client has taken nothing of the pending data; 0 when nothing is pending. */
  waitingMs: (response: ServerResponse) => number;
}

interface Progress {
  /** Bytes that the client's side has taken. */
  taken: number;
  since: number;
}

const sweepMs = 1000;

/**
 * Progress shows per chunk of up to 64 KiB. A client that takes a chunk within the time-out is merely slow; one that doesn't has
 * stopped reading.
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
