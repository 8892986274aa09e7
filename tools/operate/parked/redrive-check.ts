import mongoose from 'mongoose';

import { addressedByCatalog } from '#services/catalog/rules/addressed-record.ts';
import { addressedByOrders } from '#services/orders/rules/addressed-record.ts';
import { metHeader, metVersion, readAddressed } from '#shared/commands/addressed-record.ts';
import type { Command, ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { Deletion } from '#shared/decide/deletion.ts';
import type { HeldMessage } from './parked-queue.ts';
import { redriveObjections } from './redrive-objections.ts';
import type { RecordSince } from './redrive-objections.ts';

type Database = mongoose.mongo.Db;

export interface RedriveCheck {
  /** What speaks against another try of it. */
  objections: (held: HeldMessage) => Promise<string[]>;
  close: () => Promise<void>;
}

/** Looks what has become of the records of parked commands, by the database's clock. */
export async function openRedriveCheck(
  uri: string,
  namespace: string,
  service: ServiceName,
): Promise<RedriveCheck> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  await client.connect();
  const database = client.db(`${namespace}_${service}`);
  return {
    objections: async ({ raw, parked: { command, at } }) => {
      if (!command || (await hasItsEnd(database, command))) return [];
      const { localTime } = (await database.command({ hello: 1 })) as { localTime: Date };
      const since = await recordSince(database, service, command, raw.properties.headers?.[metHeader]);
      return redriveObjections({ at }, since, localTime.toISOString());
    },
    close: () => client.close(),
  };
}

/** Then it is not done again: its end is told once more. */
async function hasItsEnd(database: Database, { id }: Command): Promise<boolean> {
  const record = await database
    .collection<{ _id: string; state: string }>('inbox')
    .findOne({ _id: id, state: { $ne: 'parked' } }, { projection: { _id: 1 } });
  return record !== null;
}

async function recordSince(
  database: Database,
  service: ServiceName,
  command: Command,
  met: unknown,
): Promise<RecordSince | null> {
  const addressed = (service === 'orders' ? addressedByOrders : addressedByCatalog)(command);
  if (!addressed) return null;
  const { collection: kind, id } = addressed;
  const record = await readAddressed(database, addressed);
  // What is kept by another id than a number is never deleted.
  const deletion =
    record || typeof id !== 'number'
      ? null
      : await database.collection<Deletion>('deletions').findOne({ kind, id }, { sort: { version: -1 } });
  return { name: `${kind}/${id}`, met: metVersion(met), record, deletion };
}
