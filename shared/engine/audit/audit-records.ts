import { finding, judged, type Finding } from '../decide/audit-finding.ts';
import { unpublishedEvents } from '../events/feed-state.ts';
import { readSome, withSnapshot, type Snapshot } from '../../platform/mongo/snapshot.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { eachPage } from './read-pages.ts';
import type { AuditSection } from './run-audit.ts';

interface RecordOptions<R> {
  projection?: object;
  /** The name under which the report counts these records. Undefined: they are not counted. */
  countedAs?: string | undefined;
  hasTextIds?: boolean;
  /** Finds contradictions between these records, which are one page of the collection, and other collections. */
  others?: (records: R[], snapshot: Snapshot) => Promise<Finding[]>;
}

export function recordSection<R extends { _id: unknown }>(
  collection: string,
  judge: (record: R) => Finding[],
  { projection = {}, countedAs, hasTextIds = false, others }: RecordOptions<R> = {},
): AuditSection {
  return {
    name: collection,
    look: (looking, report) =>
      eachPage<R>(looking, collection, { projection }, async (records, snapshot) => {
        report.found(records.flatMap((record) => judged(collection, record, judge, { hasTextIds })));
        if (countedAs !== undefined) report.counted(countedAs, records.length);
        if (others) report.found(await others(records, snapshot));
      }),
  };
}

/** Returns those of these ids that exist in the collection. */
export async function idsThere<Id extends number | string>(
  snapshot: Snapshot,
  collection: string,
  ids: Iterable<Id>,
): Promise<Set<Id>> {
  const $in = [...new Set(ids)];
  if ($in.length === 0) return new Set();
  const there = await readSome<{ _id: Id }>(snapshot, collection, { _id: { $in } }, { _id: 1 });
  return new Set(there.map(({ _id }) => _id));
}

/**
 * Returns the ids of records that are missing although no deletion of them is recorded. `versionOf`: a version at which the
 * record still existed. Deletions up to this version are ignored, because the record was restored after them.
 */
export async function lostAmong(
  snapshot: Snapshot,
  collection: string,
  ids: Iterable<number>,
  versionOf: (id: number) => number = () => 0,
): Promise<Set<number>> {
  const asked = new Set(ids);
  const missing = asked.difference(await idsThere(snapshot, collection, asked));
  if (missing.size === 0) return missing;
  const deletions = await readSome<{ id: number; version: number }>(
    snapshot,
    'deletions',
    { kind: collection, id: { $in: [...missing] } },
    { id: 1, version: 1 },
  );
  return missing.difference(
    new Set(deletions.filter(({ id, version }) => version > versionOf(id)).map(({ id }) => id)),
  );
}

const stuckAfterMs = 30_000;

/**
 * Reports events that have waited longer than `stuckAfterMs` to be published. The relay (a background job) usually publishes an
 * event within moments.
 */
export function eventsSection(service: string): AuditSection {
  return {
    name: 'events',
    look: ({ database, ages }, report) =>
      withSnapshot(database, ages, async ({ db, session }) => {
        const { unpublished } = await unpublishedEvents(db, { session });
        report.found(unpublished ? eventFindings(service, unpublished.at, storeNow().getTime()) : []);
      }),
  };
}

export function eventFindings(service: string, oldest: unknown, now: number): Finding[] {
  const at = Date.parse(String(oldest));
  if (now - at < stuckAfterMs) return [];
  const age = Number.isNaN(at) ? 'for an unknown time' : `for ${Math.round((now - at) / 1000)} s`;
  const detail = `the oldest events have waited ${age} to be published`;
  return [finding('outbox-stuck', `${service}.events`, detail)];
}
