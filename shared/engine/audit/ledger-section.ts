import type { AuditRuleName } from '../../contracts/audit-rules.ts';
import { certainlyRememberedMs } from '../../contracts/retention.ts';
import { finding, type Finding } from '../decide/audit-finding.ts';
import type { Tables } from '../decide/handler.ts';
import {
  endsRecord,
  idOfRow,
  movesOf,
  rowId,
  recordOfRow,
  type LedgerRow,
  rowsOfRecord,
} from '../decide/ledger-row.ts';
import type { Tracked, TrackedTable } from '../decide/ledger.ts';
import { readSome, withSnapshot, type Snapshot } from '../../platform/mongo/snapshot.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { idsThere, lostAmong } from './audit-records.ts';
import { eachPage, createIdSet, type Looking } from './read-pages.ts';
import type { AuditSection } from './run-audit.ts';
import { isRight, writes, type Judge } from './repair-findings.ts';

interface Stored {
  _id: unknown;
  version?: unknown;
  updated_at?: unknown;
}

/** How the audit reports and repairs a lost record. Without `repair`, an operator must restore the record. */
export interface LostRule {
  rule: AuditRuleName;
  repair?: string;
}

/** Pages can be large, because the audit reads only these fields of the records, and only the ids of the ledger rows. */
const pages = { projection: { version: 1, updated_at: 1 }, size: 2000 };
const rowsAtOnce = 10_000;

/**
 * Checks that a record's newest ledger row has the record's version, that no version lacks its row, and that a timeline without a
 * final deletion has its record. `lost`: the rule for missing records, by collection.
 */
export function ledgerSection<T extends Tables>(
  tracked: Tracked<T>,
  lost: Partial<Record<keyof T & string, LostRule>> = {},
): AuditSection {
  return {
    name: 'ledger',
    look: async (looking, report) => {
      for (const [collection, table] of Object.entries(tracked) as [string, TrackedTable<never>][]) {
        const there = createIdSet();
        await eachPage<Stored>(looking, collection, pages, async (records, snapshot) => {
          for (const { _id: id } of records) if (typeof id === 'number') there.add(id);
          report.found(await newestFindings(records, collection, table, snapshot));
        });
        // Gaps in the ledger rows of stock are normal, because stock moves are recorded in the rows of orders.
        await walkTimelines(looking, collection, async ({ ended, gaps }, snapshot) => {
          if (!table.movedWith) report.found(await gapsAmong(gaps, snapshot));
          const missing = ended.filter((row) => !there.has(idOfRow({ _id: row })));
          report.found(await lostRecords(missing, collection, lost[collection], snapshot));
        });
      }
    },
  };
}

/** Compares the versions of records with their newest ledger rows. Skips damaged records, which another rule reports. */
async function newestFindings(
  records: readonly Stored[],
  collection: string,
  { movedWith }: TrackedTable<never>,
  snapshot: Snapshot,
): Promise<Finding[]> {
  const readable = records.flatMap(({ _id: id, version, updated_at: at }) =>
    typeof id === 'number' && typeof version === 'number' && version >= 1 ? [{ id, version, at }] : [],
  );
  const rowAt = (id: number, version: number) => rowId(`${collection}/${id}`, version);
  const wanted = readable.flatMap(({ id, version }) => [rowAt(id, version), rowAt(id, version + 1)]);
  const rows = await idsThere(snapshot, 'ledger', wanted);
  // A stock move is recorded in the ledger row of another record, such as an order. This row may be removed after the order was
  // deleted. So only recent versions of stock must have a row.
  const rememberedSince = new Date(storeNow().getTime() - certainlyRememberedMs).toISOString();
  const findings: Finding[] = [];
  for (const { id, version, at } of readable) {
    const subject = `${collection}/${id}`;
    const has = `it has version ${version}`;
    if (rows.has(rowAt(id, version + 1))) {
      // The ledger already has a row for the record's next version, so the record's next change would fail.
      const detail = `${has}, but the ledger has a later row: an older form has replaced the record`;
      findings.push(finding('ledger-ahead', subject, detail));
    } else if (!rows.has(rowAt(id, version))) {
      if (movedWith && (String(at) <= rememberedSince || (await isMoved(id, version, snapshot)))) continue;
      const repair = { kind: 'ledger', id: subject };
      findings.push(finding('ledger-behind', subject, `${has}, which has no ledger row`, repair));
    }
  }
  return findings;
}

async function isMoved(id: number, version: number, { db, session }: Snapshot): Promise<boolean> {
  const move = { projection: { _id: 1 }, session };
  return (await db.collection('ledger').findOne(movesOf(id, [version]), move)) !== null;
}

interface Timelines {
  /** The id of the last ledger row of each record whose rows end on this page of the ledger. */
  ended: string[];
  gaps: Gap[];
}

/** Consecutive versions of a record that have no ledger row, although an earlier and a later version have one. */
interface Gap {
  before: string;
  from: number;
  to: number;
}

/**
 * Reads the ids of all ledger rows of one kind of record, page by page. The ids are sorted by record and version, so the ids of
 * one record are consecutive, but may be on two or more pages. Ignores the ledger rows of notes, which have no version.
 */
async function walkTimelines(
  looking: Looking,
  collection: string,
  judge: (timelines: Timelines, snapshot: Snapshot) => Promise<void>,
): Promise<void> {
  const open: { newest: { row: string; id: number } | null } = { newest: null };
  const ids = { from: `${collection}/`, to: `${collection}0` };
  const options = { projection: { _id: 1 }, size: rowsAtOnce, ids };
  await eachPage<{ _id: string }>(looking, 'ledger', options, async (rows, snapshot) => {
    const found: Timelines = { ended: [], gaps: [] };
    for (const { _id: row } of rows) {
      const id = idOfRow({ _id: row });
      if (isNote(row) || !Number.isSafeInteger(id)) continue;
      const { newest } = open;
      if (newest?.id === id) found.gaps.push(...gapBetween(newest.row, row));
      else if (newest) found.ended.push(newest.row);
      open.newest = { row, id };
    }
    await judge(found, snapshot);
  });
  const { newest } = open;
  if (newest)
    await withSnapshot(looking.database, looking.ages, (snapshot) =>
      judge({ ended: [newest.row], gaps: [] }, snapshot),
    );
}

function isNote(row: string): boolean {
  return row.split(':', 3).length > 2;
}

function gapBetween(before: string, after: string): Gap[] {
  const [from, to] = [recordOfRow({ _id: before }).version + 1, recordOfRow({ _id: after }).version - 1];
  return to < from ? [] : [{ before, from, to }];
}

/**
 * Returns a finding for each gap. Leaves out a gap after a creation row with an empty list of changes, because that record is
 * older than release 0.6.0, which introduced the ledger.
 */
async function gapsAmong(gaps: readonly Gap[], snapshot: Snapshot): Promise<Finding[]> {
  const rows = await rowsWith(
    gaps.map(({ before }) => before),
    snapshot,
  );
  return gaps.flatMap(({ before, from, to }) => {
    const { kind, changes } = rows.get(before) ?? {};
    if (kind === 'created' && changes?.length === 0) return [];
    const versions = from === to ? `version ${from}` : `versions ${from} to ${to}`;
    return finding('ledger-gap', recordOfRow({ _id: before }).subject, `its timeline lacks ${versions}`);
  });
}

async function rowsWith(ids: readonly string[], snapshot: Snapshot): Promise<Map<string, LedgerRow>> {
  if (ids.length === 0) return new Map();
  const fields = { kind: 1, 'changes.field': 1 };
  const rows = await readSome<LedgerRow>(snapshot, 'ledger', { _id: { $in: ids } }, fields);
  return new Map(rows.map((row) => [row._id, row]));
}

/**
 * Finds records that are missing although no command deleted them. `missing`: the ids of the newest ledger rows of records that
 * an earlier query, moments before, did not find in their collection. Skips records that were created since then.
 */
async function lostRecords(
  missing: readonly string[],
  collection: string,
  { rule, repair }: LostRule = { rule: 'record-lost' },
  snapshot: Snapshot,
): Promise<Finding[]> {
  const rows = await rowsWith(missing, snapshot);
  const versions = new Map(
    missing.flatMap((_id) => {
      const row = rows.get(_id);
      return row && endsRecord(row) ? [] : [[idOfRow({ _id }), recordOfRow({ _id }).version] as const];
    }),
  );
  const lost = await lostAmong(snapshot, collection, versions.keys(), (id) => versions.get(id) ?? 0);
  return [...lost].map((id) => {
    const detail = `its timeline ends with version ${versions.get(id) ?? 0}, and no command deleted it`;
    return finding(rule, `${collection}/${id}`, detail, repair === undefined ? null : { kind: repair, id });
  });
}

/**
 * Repairs a record, such as `orders/12`, that lacks its newest ledger row. Adds only this row, without the changed values. So a
 * later audit cannot use the row as proof of a value.
 */
export function ledgerJudge<T extends Tables>(tracked: Tracked<T>): Judge {
  const tables = tracked as Record<string, RowTable | undefined>;
  return async ({ db, session }, id) => {
    const subject = String(id);
    const row = await rowBehind(tables, { db, session }, subject);
    if (!row) return isRight(subject);
    return writes(async () => {
      await db.collection<LedgerRow>('ledger').insertOne(row, { session });
      return `${subject}: its timeline was extended to version ${recordOfRow(row).version}`;
    });
  };
}

type RowTable = Pick<TrackedTable<never>, 'movedWith'> & { initial?: object };

/** Makes the missing ledger row for a record's current version, without author and fields. Null if the record has its row. */
async function rowBehind(
  tables: Readonly<Record<string, RowTable | undefined>>,
  { db, session }: Snapshot,
  subject: string,
): Promise<LedgerRow | null> {
  const [collection = '', text] = subject.split('/');
  const id = Number(text);
  const table = tables[collection];
  const projection = { version: 1, created_at: 1, updated_at: 1 };
  const record = await db
    .collection<{ _id: number }>(collection)
    .findOne({ _id: id }, { projection, session });
  const { version, created_at, updated_at } = (record ?? {}) as Record<string, unknown>;
  if (!table || typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1) return null;
  const newest = await db
    .collection<LedgerRow>('ledger')
    .findOne(
      { _id: rowsOfRecord(subject), kind: { $ne: 'noted' } },
      { projection: { _id: 1 }, session, sort: { _id: -1 } },
    );
  if (newest && recordOfRow(newest).version >= version) return null;
  if (table.movedWith && (await isMoved(id, version, { db, session }))) return null;
  const isMoment = (at: unknown): at is string => typeof at === 'string' && at !== '';
  const at = [updated_at, created_at].find(isMoment) ?? new Date(0).toISOString();
  const isCreation = version === 1 && !newest && table.initial === undefined;
  const _id = rowId(subject, version);
  return isCreation ? { _id, at, kind: 'created' } : { _id, at, kind: 'changed', changes: [] };
}
