import type { mongo } from 'mongoose';

/**
 * How often to ask the database. In this time, clocks drift by less than a millisecond. After a process was
 * suspended, the next response corrects its time.
 */
const againMs = 30_000;

/** Milliseconds to add to the process's monotonic clock; null before the first response of a database. */
let offset: number | null = null;

/**
 * The system's time: the database's clock, as measured by this process. Use it for all retention, expiry and
 * due times, because a process's clock may be days off or jump. Without a database: the process's own clock.
 */
export function storeNow(): Date {
  return offset === null ? new Date() : new Date(Math.round(performance.now() + offset));
}

export function storeIn(ms: number): Date {
  return new Date(storeNow().getTime() + ms);
}

export async function askTime(db: mongo.Db): Promise<Date> {
  const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date };
  return localTime;
}

interface Followed {
  db?: mongo.Db | undefined;
  once: (event: 'close', listener: () => void) => unknown;
}

/** Asks the database for its time regularly while the connection is open. Rejects if the first request fails. */
export async function followStoreClock(database: Followed): Promise<void> {
  await ask(database);
  const timer = setInterval(() => void ask(database).catch(() => undefined), againMs);
  timer.unref();
  database.once('close', () => clearInterval(timer));
}

async function ask({ db }: Followed): Promise<void> {
  const before = performance.now();
  const time = db && (await askTime(db));
  const after = performance.now();
  if (time) offset = time.getTime() - (before + after) / 2;
}
