import type { Server } from 'node:http';
import type { DropArgument, Socket } from 'node:net';
import { connectionsRefused } from '#shared/telemetry/metrics.ts';
import type { Log } from '#shared/process/log.ts';
import { countedAddress } from '../limits/client-address.ts';

export interface ConnectionLimits {
  /** Open connections of the server. */
  maxConnections: number;
  /** Open connections of one address; null: no limit. */
  connectionsPerAddress: number | null;
}

/** A flood of refused connections must not fill the log. */
const loggedEveryMs = 60_000;

const reasons = {
  address: 'connections are refused: an address has CONNECTIONS_PER_ADDRESS open',
  full: 'connections are refused: MAX_CONNECTIONS are open',
} as const;
type Reason = keyof typeof reasons;

/**
 * Limits the open connections of a server, in total and per address. A connection beyond a limit is closed before TLS and before
 * any of its bytes are read: an answer would have to hold it open until the client has read it. Call this before anything else
 * listens for connections.
 */
export function limitConnections(
  server: Server,
  { maxConnections, connectionsPerAddress }: ConnectionLimits,
  log: Log,
): void {
  const refuse = createRefusals(log);
  server.maxConnections = maxConnections;
  server.on('drop', (dropped?: DropArgument) => refuse('full', dropped?.remoteAddress));
  if (connectionsPerAddress === null) return;

  const open = new Map<string, number>();
  // Node's own listener would make a parser, or a TLS socket, for a connection that is refused.
  const accept = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    const address = countedAddress(socket.remoteAddress ?? '');
    const count = open.get(address) ?? 0;
    if (count >= connectionsPerAddress) {
      refuse('address', address);
      // A reset leaves nothing of the connection in the kernel, whatever its client does.
      socket.on('error', () => undefined).resetAndDestroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    for (const listener of accept) listener.call(server, socket);
  });
}

/** Counts refused connections, and logs one line a minute for each reason, with the address of the latest. */
function createRefusals(log: Log): (reason: Reason, address: string | undefined) => void {
  const since = { address: { count: 0, loggedAt: -Infinity }, full: { count: 0, loggedAt: -Infinity } };
  for (const reason of Object.keys(reasons)) connectionsRefused.add(0, { 'store.reason': reason });

  return (reason, address) => {
    connectionsRefused.add(1, { 'store.reason': reason });
    const seen = since[reason];
    seen.count += 1;
    const now = performance.now();
    if (now - seen.loggedAt < loggedEveryMs) return;
    log.warn({ address, refused: seen.count }, reasons[reason]);
    since[reason] = { count: 0, loggedAt: now };
  };
}
