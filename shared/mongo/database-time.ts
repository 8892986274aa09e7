import type { ClientSession } from 'mongoose';
import { driverDatabase } from './connect.ts';
import type { Database } from './connect.ts';
import { askTime } from './store-clock.ts';

/**
 * The database's clock, to the second, as of the last answer in this session; asked for when there was none. A process's
 * own clock may be days off.
 */
export async function timeInSession(
  { clusterTime }: ClientSession,
  database: Pick<Database, 'db'>,
): Promise<Date> {
  return clusterTime ? new Date(clusterTime.clusterTime.t * 1000) : databaseTime(database);
}

/** The database's clock, asked for. */
export async function databaseTime(database: Pick<Database, 'db'>): Promise<Date> {
  return askTime(driverDatabase(database));
}
