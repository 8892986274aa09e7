import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const forMs = 10_000;

/**
 * Shuts out the address of a connection: ends its connections to this server, and new ones for some seconds. For who sends so much in
 * one go that reading it alone takes the time of others.
 */
export type ShutOut = (socket: Socket) => void;

export function createShutOut(server: Server): ShutOut {
  const open = new Map<string, Set<Socket>>();
  const until = new Map<string, number>();

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if ((until.get(address) ?? 0) > performance.now()) {
      socket.destroy();
      return;
    }
    const sockets = open.get(address) ?? new Set();
    open.set(address, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(address);
    });
  });

  return ({ remoteAddress }) => {
    if (remoteAddress === undefined) return;
    const now = performance.now();
    for (const [address, end] of until) if (end <= now) until.delete(address);
    until.set(remoteAddress, now + forMs);
    for (const socket of open.get(remoteAddress) ?? []) socket.destroy();
  };
}
