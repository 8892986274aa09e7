import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { countedAddress } from '../limits/client-address.ts';
import type { SocketsOf } from './open-sockets.ts';

const forMs = 10_000;

/**
 * Blocks the address of a connection: closes all its connections to this server, and rejects new connections for some seconds.
 * Meant for clients that send so much that merely reading it delays others.
 */
export type ShutOut = (socket: Socket) => void;

export function createShutOut(server: Server, socketsOf: SocketsOf): ShutOut {
  const until = new Map<string, number>();

  server.on('connection', (socket) => {
    if ((until.get(countedAddress(socket.remoteAddress ?? '')) ?? 0) > performance.now()) socket.destroy();
  });

  return ({ remoteAddress }) => {
    if (remoteAddress === undefined) return;
    const now = performance.now();
    for (const [address, end] of until) if (end <= now) until.delete(address);
    until.set(countedAddress(remoteAddress), now + forMs);
    for (const socket of socketsOf(remoteAddress)) socket.destroy();
  };
}
