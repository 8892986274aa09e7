import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The wanted port when nothing listens on it, else another free one. */
export async function freePort(wanted?: number): Promise<number> {
  if (wanted !== undefined && (await isFree(wanted))) return wanted;
  for (;;) {
    // Below the range that outgoing connections are given ports from, so that one of them can't take it in between.
    const port = randomInt(20_000, 32_000);
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
