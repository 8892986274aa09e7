import type { Client } from '../backup/moment.ts';

/** The time of the database's clock, which also dates backups. */
export async function databaseNow(client: Client): Promise<Date> {
  const { localTime } = (await client.db('admin').command({ hello: 1 })) as { localTime: Date };
  return localTime;
}
