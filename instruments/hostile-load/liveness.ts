import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const everyMs = 200;
const patienceMs = 5000;
const address = '127.9.9.8';

/**
 * Requests `/health/live` like a health probe, on a new connection each time. Returns the time of the slowest response in ms,
 * or `Infinity` if any response is missing.
 */
export async function slowestLiveness(url: string, ms: number): Promise<number> {
  const asked: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let due = 0; due < ms; due += everyMs) {
    await sleep(Math.max(startedAt + due - performance.now(), 0));
    asked.push(live(url));
  }
  return Math.max(...(await Promise.all(asked)));
}

function live(url: string): Promise<number> {
  const sentAt = performance.now();
  return new Promise((resolve) => {
    const asked = request(
      new URL('/health/live', url),
      { agent: false, localAddress: address, signal: AbortSignal.timeout(patienceMs) },
      (response) => {
        response.resume();
        response.once('end', () =>
          resolve(response.statusCode === 200 ? performance.now() - sentAt : Infinity),
        );
      },
    );
    asked.once('error', () => resolve(Infinity));
    asked.end();
  });
}
