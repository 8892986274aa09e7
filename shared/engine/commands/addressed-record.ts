import type { ClientSession, mongo } from 'mongoose';
import type { Addressed } from '../decide/handler.ts';
import { inSession } from '../../platform/mongo/load-records.ts';

/**
 * Message header with the record and version that a command found at its first failure: `orders/12@5`. Version 0 means that there
 * was no record.
 */
export const metHeader = 'x-met';

export interface AddressedRecord {
  _id: number | string;
  version: number;
  updated_at?: string;
}

/** Reads the record that a command addresses or, with `within`, that record's parent. Null if one of them does not exist. */
export async function readAddressed(
  database: mongo.Db,
  { collection, id, within }: Addressed,
  session: ClientSession | null = null,
): Promise<AddressedRecord | null> {
  const read = (from: string, _id: number | string, projection: object) => {
    const records = database.collection<{ _id: number | string }>(from);
    return records.findOne<AddressedRecord>({ _id }, { projection, ...inSession(session) });
  };
  if (!within) return read(collection, id, { version: 1, updated_at: 1 });
  const held = (await read(collection, id, { [within.field]: 1 })) as Readonly<
    Record<string, unknown>
  > | null;
  const parent = held && { collection: within.collection, id: Number(held[within.field]) };
  return parent && readAddressed(database, parent, session);
}

/** The value of `metHeader` for a command that fails now. Null if the command changes no existing record. */
export async function readMet(database: mongo.Db, addressed: Addressed | null): Promise<string | null> {
  if (!addressed) return null;
  const record = await readAddressed(database, addressed);
  return `${addressed.collection}/${addressed.id}@${record?.version ?? 0}`;
}

/**
 * Returns the version in a value of `metHeader`: 5 in `orders/12@5`. Null without the header, which releases before 0.3.0 did not
 * send.
 */
export function metVersion(met: unknown): number | null {
  const version = typeof met === 'string' ? /@(\d+)$/.exec(met)?.[1] : undefined;
  return version === undefined ? null : Number(version);
}
