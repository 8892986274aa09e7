import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Given out by this process: whoever has it may not listen yet. */
const given = new Set<number>();

/** The wanted port when nothing listens on it and it is not one to avoid, else another free one that nobody here has. */
export async function freePort(wanted?: number, avoided: readonly number[] = []): Promise<number> {
  if (wanted !== undefined && !avoided.includes(wanted) && (await isFree(wanted))) return wanted;
  for (;;) {
    // Below the range that outgoing connections are given ports from, so that one of them can't take it in between.
    const port = randomInt(20_000, 32_000);
    if (given.has(port) || avoided.includes(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
