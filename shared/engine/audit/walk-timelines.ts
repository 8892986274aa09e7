import type { AuditRuleName } from '../../contracts/audit-rules.ts';
import { finding, type Finding } from '../decide/audit-finding.ts';
import { endsRecord, recordOfRow, type LedgerRow } from '../decide/ledger-row.ts';
import { readSome, withSnapshot, type Snapshot } from '../../platform/mongo/snapshot.ts';
import type { Looking } from './read-pages.ts';

/** Pages can be large, because MongoDB reads only the index. */
const rowsAtOnce = 10_000;

/** The rule for a lost record, and the kind of its repair. If there is no repair, an operator restores the record. */
export interface LostRule {
  rule: AuditRuleName;
  repair?: string;
}

/** A record with ledger rows, and the id of its newest row that is not a note. */
interface Timeline {
  id: number;
  newest: string;
}

interface Sought {
  collection: string;
  /** Whether the record existed when the audit read its collection, moments before. */
  isThere: (id: number) => boolean;
  lost: LostRule;
  /** Whether every version has a row in this timeline. False for stock, whose moves are in the ledger rows of orders. */
  hasEveryVersion: boolean;
  found: (findings: readonly Finding[]) => void;
}

/** Where the next page of ledger rows begins, and the record whose rows may continue there. Null after the last page. */
type Place = { after: string; open: Timeline | null } | null;

/**
 * Reads the ledger rows of one kind of record. Reports a missing record if its timeline does not end with a deletion, because no
 * command deleted the record. Also reports timelines that lack a version between two others.
 */
export async function walkTimelines(looking: Looking, sought: Sought): Promise<void> {
  const { database, ages, pace, signal } = looking;
  let place: Place = { after: `${sought.collection}/`, open: null };
  while (place) {
    signal.throwIfAborted();
    const began = performance.now();
    const from: NonNullable<Place> = place;
    place = await withSnapshot(database, ages, (snapshot) => judgePage(snapshot, from, sought));
    if (place) await pace(performance.now() - began);
  }
}

async function judgePage(snapshot: Snapshot, from: NonNullable<Place>, sought: Sought): Promise<Place> {
  const ids = await readIds(snapshot, from.after, `${sought.collection}0`);
  const after = ids.length < rowsAtOnce ? undefined : ids.at(-1);
  const { closed, last, gaps } = recordsOf(ids, from.open);
  if (sought.hasEveryVersion) sought.found(await gapsAmong(gaps, snapshot));
  const ended = after === undefined && last ? [...closed, last] : closed;
  const missing = ended.filter(({ id }) => !sought.isThere(id));
  sought.found(await lostAmong(missing, snapshot, sought));
  return after === undefined ? null : { after, open: last };
}

async function readIds({ db, session }: Snapshot, after: string, end: string): Promise<string[]> {
  const rows = await db
    .collection<{ _id: string }>('ledger')
    .find({ _id: { $gt: after, $lt: end } }, { projection: { _id: 1 }, session, batchSize: rowsAtOnce + 1 })
    .sort({ _id: 1 })
    .limit(rowsAtOnce)
    .toArray();
  return rows.map(({ _id }) => _id);
}

/** Groups rows by record. A record's rows and notes follow each other. The last record may continue on the next page. */
function recordsOf(
  ids: readonly string[],
  open: Timeline | null,
): { closed: Timeline[]; last: Timeline | null; gaps: Gap[] } {
  const closed: Timeline[] = [];
  const gaps: Gap[] = [];
  let last = open;
  for (const row of ids) {
    const [subject = '', , note] = row.split(':', 3);
    if (note !== undefined) continue;
    const id = Number(subject.slice(subject.indexOf('/') + 1));
    if (!Number.isSafeInteger(id)) continue;
    if (last && last.id !== id) closed.push(last);
    else if (last) gaps.push(...gapBetween(last.newest, row));
    last = { id, newest: row };
  }
  return { closed, last, gaps };
}

/** Consecutive versions without a row, between two rows of a record. */
interface Gap {
  before: string;
  from: number;
  to: number;
}

function gapBetween(before: string, after: string): Gap[] {
  const [from, to] = [recordOfRow({ _id: before }).version + 1, recordOfRow({ _id: after }).version - 1];
  return to < from ? [] : [{ before, from, to }];
}

/** Leaves out gaps after a creation with unknown values. Such records existed before 0.6.0, when there were no ledger rows. */
async function gapsAmong(gaps: readonly Gap[], snapshot: Snapshot): Promise<Finding[]> {
  if (gaps.length === 0) return [];
  const ids = { $in: gaps.map(({ before }) => before) };
  const rows = await readSome<LedgerRow>(snapshot, 'ledger', { _id: ids }, { kind: 1, changes: 1 });
  const unknown = new Set(
    rows.filter(({ kind, changes }) => kind === 'created' && changes?.length === 0).map(({ _id }) => _id),
  );
  return gaps
    .filter(({ before }) => !unknown.has(before))
    .map(({ before, from, to }) => {
      const versions = from === to ? `version ${from}` : `versions ${from} to ${to}`;
      const detail = `its timeline lacks ${versions}`;
      return finding('ledger-gap', recordOfRow({ _id: before }).subject, detail);
    });
}

async function lostAmong(
  missing: readonly Timeline[],
  snapshot: Snapshot,
  { collection, lost: { rule, repair } }: Sought,
): Promise<Finding[]> {
  if (missing.length === 0) return [];
  const ids = { $in: missing.map(({ id }) => id) };
  const newest = { $in: missing.map((one) => one.newest) };
  const rows = await readSome<LedgerRow>(
    snapshot,
    'ledger',
    { _id: newest },
    { kind: 1, 'changes.field': 1 },
  );
  const ended = new Set(rows.filter(endsRecord).map(({ _id }) => _id));
  // Skips records that were created after the collection was read, and records that a command deleted although its row is missing.
  const there = await readSome<{ _id: number }>(snapshot, collection, { _id: ids }, { _id: 1 });
  const deletions = await readSome<{ id: number; version: number }>(
    ...([snapshot, 'deletions', { kind: collection, id: ids }, { id: 1, version: 1 }] as const),
  );
  const known = new Set(there.map(({ _id }) => _id));
  return missing
    .filter(({ id, newest: row }) => {
      const { version } = recordOfRow({ _id: row });
      const isDeleted = deletions.some((one) => one.id === id && one.version > version);
      return !known.has(id) && !ended.has(row) && !isDeleted;
    })
    .map(({ id, newest: row }) => {
      const { version } = recordOfRow({ _id: row });
      const detail = `its timeline ends with version ${version}, and no command deleted it`;
      return finding(rule, `${collection}/${id}`, detail, repair === undefined ? null : { kind: repair, id });
    });
}
