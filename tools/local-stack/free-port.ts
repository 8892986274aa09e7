import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Ports that this process has already returned. The programs that requested them might not be listening yet. */
const given = new Set<number>();

/**
 * Returns the wanted port if it is free and not in `avoided`. Otherwise returns another free port that no process has claimed.
 */
export async function freePort(wanted?: number, avoided: readonly number[] = []): Promise<number> {
  if (wanted !== undefined && !avoided.includes(wanted) && (await isFree(wanted))) {
    if (given.has(wanted) || (await claim(wanted))) return wanted;
  }
  for (;;) {
    // These ports are below the range for outgoing connections, so no outgoing connection can occupy them.
    const port = randomInt(20_000, 32_000);
    if (given.has(port) || avoided.includes(port)) continue;
    if ((await isFree(port)) && (await claim(port))) return port;
  }
}

/**
 * Claims a port by binding its UDP port until this process ends. No part of the store uses UDP, so a bound UDP port shows other
 * processes that the port is claimed.
 */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4').unref();
    const isGiven = () => {
      given.add(port);
      resolve(true);
    };
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EADDRINUSE' ? resolve(false) : isGiven(),
    );
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, isGiven);
  });
}

export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
