import type { Client } from '../backup/moment.ts';

/** The database's clock: the one that moments of backups are told by. */
export async function databaseNow(client: Client): Promise<Date> {
  const { localTime } = (await client.db('admin').command({ hello: 1 })) as { localTime: Date };
  return localTime;
}
