import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from '#shared/http/create-server.ts';
import { countedAddress } from '../limits/client-address.ts';

/** A server's open connections from an address (in the form that `countedAddress` returns). */
export type SocketsOf = (address: string) => Iterable<Socket>;

export function openSockets(server: Server): SocketsOf {
  const open = new Map<string, Set<Socket>>();
  server.on(connectionEvent(server), (socket) => {
    const address = countedAddress(socket.remoteAddress ?? '');
    const sockets = open.get(address) ?? new Set();
    open.set(address, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(address);
    });
  });
  return (address) => open.get(countedAddress(address)) ?? [];
}
