import type { mongo } from 'mongoose';

/** Clocks drift by less than a millisecond in this time; a process that was suspended is right again after it. */
const againMs = 30_000;

/** What has to be added to the process's monotonic clock, in milliseconds; null: no database was asked yet. */
let offset: number | null = null;

/**
 * The store's time: the database's, as this process knows it. It decides whatever is kept, expires or becomes due, since the clock of
 * a process may be days off or jump. Of a process without a database: its own.
 */
export function storeNow(): Date {
  return offset === null ? new Date() : new Date(Math.round(performance.now() + offset));
}

/** So many milliseconds from now on, by the store's time. */
export function storeIn(ms: number): Date {
  return new Date(storeNow().getTime() + ms);
}

/** The database's clock, asked for. */
export async function askTime(db: mongo.Db): Promise<Date> {
  const { localTime } = (await db.command({ hello: 1 })) as { localTime: Date };
  return localTime;
}

/** A connection of mongoose's, or a client with one of its databases. */
interface Followed {
  db?: mongo.Db | undefined;
  once: (event: 'close', listener: () => void) => unknown;
}

/** Asks the database for its time, now and again for as long as the connection is open. Rejects when it cannot be asked at first. */
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
