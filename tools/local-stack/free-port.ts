import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Given out by this process: whoever has it may not listen yet. */
const given = new Set<number>();

/** The wanted port when nothing listens on it and it is not one to avoid, else another free one that nobody has. */
export async function freePort(wanted?: number, avoided: readonly number[] = []): Promise<number> {
  if (wanted !== undefined && !avoided.includes(wanted) && (await isFree(wanted))) {
    if (given.has(wanted) || (await claim(wanted))) return wanted;
  }
  for (;;) {
    // Below the range that outgoing connections are given ports from, so that one of them can't take it in between.
    const port = randomInt(20_000, 32_000);
    if (given.has(port) || avoided.includes(port)) continue;
    if ((await isFree(port)) && (await claim(port))) return port;
  }
}

/**
 * Tells other processes that choose ports meanwhile. Nothing of the store's speaks UDP: who has the port there, which is
 * until its process ends, has been given it.
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
