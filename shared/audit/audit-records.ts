import { damaged, judged } from '../decide/audit-finding.ts';
import type { Finding } from '../decide/audit-finding.ts';
import { counterFindings } from '../decide/counter-findings.ts';
import { highestIds } from './largest-ids.ts';
import { eachPage } from './read-pages.ts';
import type { AuditSection } from './run-audit.ts';
import { untoldEvents } from '../events/untold-events.ts';
import { readSome, withSnapshot } from '../mongo/snapshot.ts';
import { storeNow } from '../mongo/store-clock.ts';

interface Stored {
  _id: unknown;
}

/** Judges each record of a collection by itself. `countedAs`: what the report calls them. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names what the documents read as
export function recordSection<R extends Stored>(
  collection: string,
  judge: (record: R) => Finding[],
  { projection = {}, countedAs }: { projection?: object; countedAs?: string } = {},
): AuditSection {
  return {
    name: collection,
    look: (looking, told) =>
      eachPage<R>(looking, collection, { projection }, (records) => {
        told.found(records.flatMap((record) => judgedById(collection, record, judge)));
        if (countedAs !== undefined) told.counted(countedAs, records.length);
        return Promise.resolve();
      }),
  };
}

/** What a judge finds in a record whose id is a number; another id belongs to no record of ours. */
export function judgedById<R extends Stored>(
  collection: string,
  record: R,
  judge: (record: R) => Finding[],
): Finding[] {
  return typeof record._id === 'number'
    ? judged(collection, record, judge)
    : [damaged(`${collection}/${String(record._id)}`, 'its id is no number')];
}

/** Sequences, and the largest id that each has given out: of records that are there, and of deleted ones. */
export function counterSection(sequences: readonly string[]): AuditSection {
  return {
    name: 'counters',
    look: ({ database, ages }, told) =>
      withSnapshot(database, ages, async (snapshot) => {
        const counters = await readSome<{ _id: string; version?: unknown }>(snapshot, 'counters', {
          _id: { $in: [...sequences] },
        });
        const known = new Map(counters.map(({ _id, version }) => [_id, version]));
        told.found(counterFindings(known, await highestIds(snapshot, sequences)));
      }),
  };
}

const stuckAfterMs = 30_000;

/** Events leave within moments; the oldest that waits longer is stuck. */
export function eventsSection(service: string): AuditSection {
  return {
    name: 'events',
    look: ({ database, ages }, told) =>
      withSnapshot(database, ages, async ({ db, session }) => {
        const { unpublished } = await untoldEvents(db, { session });
        told.found(unpublished ? eventFindings(service, unpublished.at, storeNow().getTime()) : []);
      }),
  };
}

export function eventFindings(service: string, oldest: unknown, now: number): Finding[] {
  const at = Date.parse(String(oldest));
  if (now - at < stuckAfterMs) return [];
  const age = Number.isNaN(at) ? 'for an unknown time' : `for ${Math.round((now - at) / 1000)} s`;
  return [
    {
      rule: 'outbox-stuck',
      subject: `${service}.events`,
      detail: `the oldest events wait ${age}`,
      repair: null,
    },
  ];
}
