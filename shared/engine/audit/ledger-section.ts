import { certainlyRememberedMs } from '../../contracts/retention.ts';
import { finding, type Finding } from '../decide/audit-finding.ts';
import type { Tables } from '../decide/handler.ts';
import { movesOf, rowId, recordOfRow, type LedgerRow, rowsOfRecord } from '../decide/ledger-row.ts';
import type { Tracked, TrackedTable } from '../decide/ledger.ts';
import { readSome, type Snapshot } from '../../platform/mongo/snapshot.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { walkTimelines, type LostRule } from './walk-timelines.ts';
import { eachPage, createIdSet } from './read-pages.ts';
import type { AuditSection } from './run-audit.ts';
import { isRight, writes, type Judge } from './repair-findings.ts';

interface Stored {
  _id: unknown;
  version?: unknown;
  updated_at?: unknown;
}
interface Readable {
  id: number;
  version: number;
  updatedAt: unknown;
}

/** Pages can be large, because the audit reads only these fields of the records, and only the ids of the ledger rows. */
const pages = { projection: { version: 1, updated_at: 1 }, size: 2000 };

/**
 * Checks that each tracked record's newest ledger row has the record's version, and that every version has a row. Also checks that
 * a timeline without a deletion has its record. `lost`: the rule for missing records, by collection.
 */
export function ledgerSection<T extends Tables>(
  tracked: Tracked<T>,
  lost: Partial<Record<keyof T & string, LostRule>> = {},
): AuditSection {
  const tables = Object.entries(tracked) as [string, TrackedTable<never>][];
  return {
    name: 'ledger',
    look: async (looking, report) => {
      for (const [collection, table] of tables) {
        const there = createIdSet();
        await eachPage<Stored>(looking, collection, pages, async (records, snapshot) => {
          for (const { _id: id } of records) if (typeof id === 'number') there.add(id);
          report.found(await findingsOf(records.flatMap(readable), collection, table, snapshot));
        });
        const of = lost[collection] ?? { rule: 'record-lost' };
        const hasEveryVersion = table.movedWith === undefined;
        const { has: isThere } = there;
        await walkTimelines(looking, { collection, lost: of, hasEveryVersion, isThere, found: report.found });
      }
    },
  };
}

/** Skips damaged records, which another rule reports. */
function readable({ _id: id, version, updated_at: updatedAt }: Stored): Readable[] {
  return typeof id === 'number' && typeof version === 'number' && version >= 1
    ? [{ id, version, updatedAt }]
    : [];
}

async function findingsOf(
  records: readonly Readable[],
  collection: string,
  { movedWith }: TrackedTable<never>,
  snapshot: Snapshot,
): Promise<Finding[]> {
  const rowAt = (id: number, version: number) => rowId(`${collection}/${id}`, version);
  const wanted = records.flatMap(({ id, version }) => [rowAt(id, version), rowAt(id, version + 1)]);
  const found = await readSome<{ _id: string }>(snapshot, 'ledger', { _id: { $in: wanted } }, { _id: 1 });
  const rows = new Set(found.map(({ _id }) => _id));
  const findings: Finding[] = [];
  for (const record of records) {
    const { id, version } = record;
    const subject = `${collection}/${id}`;
    if (rows.has(rowAt(id, version + 1))) findings.push(ahead(subject, version));
    else if (rows.has(rowAt(id, version))) continue;
    else if (!movedWith || (isRemembered(record) && !(await isMoved(record, snapshot))))
      findings.push(behind(subject, version));
  }
  return findings;
}

function behind(subject: string, version: number): Finding {
  const detail = `it has version ${version}, which has no ledger row`;
  return finding('ledger-behind', subject, detail, { kind: 'ledger', id: subject });
}

/**
 * The finding that the ledger has a later version than a record. The record's next change would then fail, because its row already
 * exists.
 */
function ahead(subject: string, version: number): Finding {
  const detail = `it has version ${version}, but the ledger has a later row: an older form has replaced the record`;
  return finding('ledger-ahead', subject, detail);
}

/**
 * Whether the ledger row of this record's last stock move must still exist. The row belongs to another record, such as an order,
 * and is removed with that record.
 */
function isRemembered({ updatedAt }: Readable): boolean {
  return String(updatedAt) > new Date(storeNow().getTime() - certainlyRememberedMs).toISOString();
}

async function isMoved({ id, version }: Readable, { db, session }: Snapshot): Promise<boolean> {
  const move = await db
    .collection('ledger')
    .findOne(movesOf(id, [version]), { projection: { _id: 1 }, session });
  return move !== null;
}

/**
 * Adds the ledger rows that a record lacks, and changes nothing else. The added rows may lack the changed values, so they prove no
 * value to a later audit.
 */
export function ledgerJudge<T extends Tables>(tracked: Tracked<T>): Judge {
  return async (found, id) => {
    const subject = String(id);
    const rows = await rowsBehind(tracked, found, subject);
    const last = rows.at(-1);
    if (!last) return isRight(subject);
    return writes(async ({ db, session }) => {
      await db.collection<LedgerRow>('ledger').insertMany(rows, { session });
      return `${subject}: its timeline was extended to version ${recordOfRow(last).version}`;
    });
  };
}

/** A record as it is stored. It may be damaged. */
interface StoredRecord {
  _id: number;
  version?: unknown;
  created_at?: unknown;
  updated_at?: unknown;
}

type RowTable = Pick<TrackedTable<never>, 'movedWith'> & { initial?: object };

/**
 * The ledger rows that a record such as `orders/12` lacks: one for its current version, without author and fields, and one for its
 * creation if the ledger has no row of the record.
 */
async function rowsBehind<T extends Tables>(
  tracked: Tracked<T>,
  { db, session }: Snapshot,
  subject: string,
): Promise<LedgerRow[]> {
  const [collection = '', id] = subject.split('/');
  const table = (tracked as Record<string, RowTable | undefined>)[collection];
  const fields = { version: 1, created_at: 1, updated_at: 1 };
  const record = await db
    .collection<StoredRecord>(collection)
    .findOne({ _id: Number(id) }, { projection: fields, session });
  const version = record?.version;
  if (!table || typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) return [];
  const ledger = db.collection<LedgerRow>('ledger');
  const of = { projection: { _id: 1 }, session } as const;
  const newest = await ledger.findOne({ _id: rowsOfRecord(subject) }, { ...of, sort: { _id: -1 } });
  if (newest && recordOfRow(newest).version >= version) return [];
  if (table.movedWith && (await ledger.findOne(movesOf(Number(id), [version]), of))) return [];
  const [createdAt, updatedAt] = [textOf(record?.created_at), textOf(record?.updated_at)];
  const created: LedgerRow = {
    _id: rowId(subject, 1),
    at: createdAt ?? updatedAt ?? unknownTime,
    kind: 'created',
    // Without `changes`, the creation row would claim that the later rows contain every change since the creation.
    ...(version > 1 && { changes: [] }),
  };
  const current: LedgerRow = {
    _id: rowId(subject, version),
    at: updatedAt ?? createdAt ?? unknownTime,
    kind: 'changed',
    changes: [],
  };
  const begins = !newest && table.initial === undefined;
  return [...(begins ? [created] : []), ...(begins && version === 1 ? [] : [current])];
}

const unknownTime = new Date(0).toISOString();

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
