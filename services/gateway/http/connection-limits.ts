import type { Server } from 'node:http';
import type { DropArgument, Socket } from 'node:net';
import { connectionsRefused } from '#shared/platform/telemetry/metrics.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { countedAddress } from '../limits/client-address.ts';

export type LimitSettings = Pick<
  SettingsOf<'gateway'>,
  'MAX_CONNECTIONS' | 'CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'
>;

/** Each reason is logged at most once in this time, so that a flood of rejected connections can't fill the log. */
const loggedEveryMs = 60_000;

const reasons = {
  address: 'connections are refused: an address has CONNECTIONS_PER_ADDRESS open',
  full: 'connections are refused: MAX_CONNECTIONS are open',
} as const;
type Reason = keyof typeof reasons;

/**
 * Resets connections beyond the limits before TLS and without reading a byte, because a response would keep them open. Call
 * this before adding other listeners for `connection`.
 */
export function limitConnections(server: Server, settings: LimitSettings, log: Log): void {
  const refuse = createRefusals(log);
  server.maxConnections = settings.MAX_CONNECTIONS;
  server.on('drop', (dropped?: DropArgument) => refuse('full', dropped?.remoteAddress));
  const perAddress = connectionsPerAddress(settings);
  if (perAddress === null) return;

  const open = new Map<string, number>();
  // Node's own listener would create a parser or a TLS socket even for a rejected connection, so run this check first.
  const accept = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    const address = countedAddress(socket.remoteAddress ?? '');
    const count = open.get(address) ?? 0;
    if (count >= perAddress) {
      refuse('address', address);
      // A reset frees the connection in the kernel immediately, whatever the client does.
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

/** Returns null behind a proxy, because every connection then has the proxy's address. */
export function connectionsPerAddress(settings: LimitSettings): number | null {
  if (settings.TRUST_PROXY > 0) return null;
  return settings.CONNECTIONS_PER_ADDRESS ?? Math.ceil(settings.MAX_CONNECTIONS / 10);
}

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
