import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from '#shared/http/create-server.ts';

/** The connections of a server that are open, by the address that they come from. */
export type SocketsOf = (address: string) => Iterable<Socket>;

export function openSockets(server: Server): SocketsOf {
  const open = new Map<string, Set<Socket>>();
  server.on(connectionEvent(server), (socket) => {
    const address = socket.remoteAddress ?? '';
    const sockets = open.get(address) ?? new Set();
    open.set(address, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(address);
    });
  });
  return (address) => open.get(address) ?? [];
}
