import type { ClientSession } from 'mongoose';
import { driverDatabase } from './connect.ts';
import type { Database } from './connect.ts';

/**
 * The database's clock, to the second, as of the last answer in this session: without a question of its own. A
 * process's own clock may be days off.
 */
export function timeInSession({ clusterTime }: ClientSession): Date {
  if (!clusterTime) throw new Error('Nothing was asked in this session yet');
  return new Date(clusterTime.clusterTime.t * 1000);
}

/** The database's clock, asked for. */
export async function databaseTime(database: Pick<Database, 'db'>): Promise<Date> {
  const { localTime } = (await driverDatabase(database).command({ hello: 1 })) as { localTime: Date };
  return localTime;
}
