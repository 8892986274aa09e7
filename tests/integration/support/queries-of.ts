import { driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';

/** Counts the queries on a collection that MongoDB executes during `work`. */
export async function queriesOf(
  database: Database,
  collection: string,
  work: () => Promise<unknown>,
): Promise<number> {
  const driver = driverDatabase(database);
  const asked = { ns: `${database.name}.${collection}`, op: 'query' };
  const count = () => driver.collection('system.profile').countDocuments(asked);
  await driver.command({ profile: 2 });
  const before = await count();
  await work();
  await driver.command({ profile: 0 });
  return (await count()) - before;
}
