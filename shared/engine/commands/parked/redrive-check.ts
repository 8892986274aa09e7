import type { mongo } from 'mongoose';
import type { Command } from '../../../contracts/kit/define.ts';
import type { AddressedBy } from '../../decide/handler.ts';
import type { Deletion } from '../../decide/deletion.ts';
import { rowsOfRecord, type LedgerRow } from '../../decide/ledger-row.ts';
import type { Detail } from '../../../contracts/errors.ts';
import { metHeader, metVersion, readAddressed } from '../addressed-record.ts';
import type { HeldMessage } from './parked-queue.ts';
import { redriveObjections, type RecordSince } from './redrive-objections.ts';

/** An objection lists at most this many changes of the record. */
const mostRows = 20;

export type RedriveObjections = (held: HeldMessage) => Promise<Detail[]>;

/**
 * Compares the record's present version with its version at the command's first failure. Ages are measured by the database's
 * clock.
 */
export function createRedriveCheck(database: mongo.Db, addressedBy: AddressedBy): RedriveObjections {
  return async ({ raw, parked: { command, at } }) => {
    if (!command || (await hasItsEnd(database, command))) return [];
    const { localTime } = (await database.command({ hello: 1 })) as { localTime: Date };
    const addressed = addressedBy(command);
    const since = await recordSince(database, addressed, raw.properties.headers?.[metHeader]);
    return redriveObjections({ at }, since, localTime.toISOString());
  };
}

/** A command with a final outcome does not run again; a redrive only repeats its reply. */
async function hasItsEnd(database: mongo.Db, { id }: Command): Promise<boolean> {
  const record = await database
    .collection<{ _id: string; state: string }>('inbox')
    .findOne({ _id: id, state: { $ne: 'parked' } }, { projection: { _id: 1 } });
  return record !== null;
}

async function recordSince(
  database: mongo.Db,
  addressed: ReturnType<AddressedBy>,
  met: unknown,
): Promise<RecordSince | null> {
  if (!addressed) return null;
  const { collection: kind, id, within } = addressed;
  const record = await readAddressed(database, addressed);
  // Only records with numeric ids have deletion records.
  const deletion =
    record || typeof id !== 'number'
      ? null
      : await database.collection<Deletion>('deletions').findOne({ kind, id }, { sort: { version: -1 } });
  const subject = `${within?.collection ?? kind}/${record?._id ?? id}`;
  const rows = record
    ? await database
        .collection<LedgerRow>('ledger')
        .find({ _id: rowsOfRecord(subject), kind: { $ne: 'noted' } })
        .sort({ _id: -1 })
        .limit(mostRows)
        .toArray()
    : [];
  return { name: `${kind}/${id}`, met: metVersion(met), record, rows: rows.reverse(), deletion };
}
