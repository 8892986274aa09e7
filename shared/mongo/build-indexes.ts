import type { Database } from './connect.ts';

/** Collections and indexes must be there before the first transaction and before readiness. */
export async function buildIndexes(database: Database): Promise<void> {
  for (const model of Object.values(database.models)) {
    await model.createCollection();
    await model.createIndexes();
  }
}
