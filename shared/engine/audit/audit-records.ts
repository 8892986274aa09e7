import { damaged, judged, type Finding } from '../decide/audit-finding.ts';
import { counterFindings, givenOut } from '../decide/counter-findings.ts';
import { unpublishedEvents } from '../events/feed-state.ts';
import { readSome, withSnapshot, type Snapshot } from '../../platform/mongo/snapshot.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { highestIds } from './largest-ids.ts';
import { eachPage } from './read-pages.ts';
import type { AuditSection } from './run-audit.ts';
import { isRight, writes, type Repairs } from './repair-findings.ts';

interface Stored {
  _id: unknown;
}

/**
 * An audit section that checks each record of a collection. `countedAs`: what the report calls the records. `others` finds
 * contradictions between a page of records and other collections.
 */
export function recordSection<R extends Stored>(
  collection: string,
  judge: (record: R) => Finding[],
  {
    projection = {},
    countedAs,
    others,
  }: {
    projection?: object;
    countedAs?: string | undefined;
    others?: (records: R[], snapshot: Snapshot) => Promise<Finding[]>;
  } = {},
): AuditSection {
  return {
    name: collection,
    look: (looking, report) =>
      eachPage<R>(looking, collection, { projection }, async (records, snapshot) => {
        report.found(records.flatMap((record) => judgedById(collection, record, judge)));
        if (countedAs !== undefined) report.counted(countedAs, records.length);
        if (others) report.found(await others(records, snapshot));
      }),
  };
}

/** Like `judged`, but also reports an id that is not a number, because the services write only numeric ids. */
export function judgedById<R extends Stored>(
  collection: string,
  record: R,
  judge: (record: R) => Finding[],
): Finding[] {
  return typeof record._id === 'number'
    ? judged(collection, record, judge)
    : [damaged(`${collection}/${String(record._id)}`, 'its id is not a number')];
}

/** Compares each id sequence with the largest id of an existing or deleted record. */
export function counterSection(sequences: readonly string[]): AuditSection {
  return {
    name: 'counters',
    look: ({ database, ages }, report) =>
      withSnapshot(database, ages, async (snapshot) => {
        const counters = await readSome<{ _id: string; version?: unknown }>(snapshot, 'counters', {
          _id: { $in: [...sequences] },
        });
        const known = new Map(counters.map(({ _id, version }) => [_id, version]));
        report.found(counterFindings(known, await highestIds(snapshot, sequences)));
      }),
  };
}

const stuckAfterMs = 30_000;

/** The relay publishes an event within moments. If the oldest event has waited longer than `stuckAfterMs`, publishing is stuck. */
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
  return [
    {
      rule: 'outbox-stuck',
      subject: `${service}.events`,
      detail: `the oldest events have waited ${age} to be published`,
      repair: null,
    },
  ];
}

/** Raises a sequence to the largest issued id. Until then, new records get ids that are already in use. */
export const counterRepairs: Repairs = {
  counter: async (data, id) => {
    const sequence = String(id);
    const known = await data.db
      .collection<{ _id: string; version: unknown }>('counters')
      .findOne({ _id: sequence }, { session: data.session });
    const stands = known?.version;
    const highest = (await highestIds(data, [sequence])).get(sequence) ?? [];
    const { given } = givenOut(stands, highest);
    if (typeof stands === 'number' && stands >= given) return isRight(`counters/${sequence}`);
    return writes(async ({ db, session }) => {
      const version = { $set: { version: given } };
      const counters = db.collection<{ _id: string; version: unknown }>('counters');
      await counters.updateOne({ _id: sequence }, version, { upsert: true, session });
      const stood = typeof stands === 'number' ? stands : JSON.stringify(stands ?? 0);
      return `counters/${sequence}: ${stood} → ${given}`;
    });
  },
};
