import { certainlyRememberedMs } from '#shared/contracts/retention.ts';
import type { DumpedDatabase, Manifest } from '../backup/manifest.ts';

/** How far a restored store goes on from where its backup was, so that nothing from after the backup comes again. */
export interface Jumps {
  /** Added to the version of every record. */
  versions: number;
  ids: IdJump[];
}

export interface IdJump {
  service: string;
  sequence: string;
  /** The last id that is known to have been given out. */
  known: number;
  /** The last id that the restored sequence has. */
  last: number;
  /** Who knew it: the operator, the data that was found, or nobody; then it is chosen by the time since the backup. */
  by: 'operator' | 'data' | 'time';
}

/** What a restore finds in the place of one service's database. */
export interface FoundData {
  /** Of this data alone; null where there is none. */
  dataId: string | null;
  sequences: Readonly<Record<string, number>>;
  /** By sequence, the largest id that a record has, or a deleted one had. */
  largestIds: Readonly<Record<string, number>>;
  /** The highest version of any record. */
  versions: number;
}

/** The highest ids that were ever given out, as the operator knows them: of every sequence, and of single ones. */
export interface IdsAfter {
  all: number | null;
  of: Readonly<Record<string, number>>;
}

export const noIdsAfter: IdsAfter = { all: null, of: {} };

/** The highest integer of clients that hold ids in 32 bits. */
export const highestInt32 = 2 ** 31 - 1;

/**
 * What a store can have given out since the backup. For a while as many in a second as nothing was ever measured to: 2,900 orders and
 * as many changes of one record; lines are several to an order. Then, so that ids stay small, as many as a very busy shop does for days.
 */
const rates = { records: { peak: 10_000, sustained: 300 }, lines: { peak: 100_000, sustained: 1000 } };
const mostAtPeak = 100_000_000;
const lines = 'order_items';

/** Clocks of two servers differ, and a backup may be restored at once. Added, so that a second restore of it goes further. */
const marginSeconds = 3600;

/** Beyond what is known exactly. Nothing is in flight by then; a message that still waits names no id that is not in the data. */
const idMargin = 1000;
/** Larger: of a cart that was removed meanwhile nothing tells the version. */
const versionMargin = 100_000;

/** More than can have been given out between the backup's moment and now, or exactly what was where somebody knows. */
export function jumpsOf(
  { moment, databases }: Pick<Manifest, 'moment' | 'databases'>,
  now: Date,
  found: Readonly<Record<string, FoundData>>,
  idsAfter: IdsAfter = noIdsAfter,
): Jumps {
  const seconds = Math.max(now.getTime() / 1000 - moment.cluster_time.t, 0) + marginSeconds;
  const ids = Object.entries(databases).flatMap(([service, database]) => {
    const there = found[service] ?? nothingFound;
    const names = new Set([
      ...(sequences[service] ?? []),
      ...Object.keys(database.sequences),
      ...Object.keys(there.sequences),
    ]);
    return [...names].map((sequence) => ({
      ...{ service, sequence },
      ...nextId(sequence, { database, there, idsAfter, seconds }),
    }));
  });
  const byTime = chosenByTime(seconds, rates.records);
  const isKnown = isRemembered(seconds) && Object.entries(databases).every(isSameData(found));
  const highest = Math.max(0, ...Object.values(found).map(({ versions }) => versions));
  return { versions: isKnown ? Math.min(highest + versionMargin, byTime) : byTime, ids };
}

const nothingFound: FoundData = { dataId: null, sequences: {}, largestIds: {}, versions: 0 };

interface Known {
  database: DumpedDatabase;
  there: FoundData;
  idsAfter: IdsAfter;
  seconds: number;
}

function nextId(
  sequence: string,
  { database, there, idsAfter, seconds }: Known,
): Pick<IdJump, 'known' | 'last' | 'by'> {
  const inBackup = database.sequences[sequence] ?? 0;
  const stands = there.sequences[sequence] ?? 0;
  const known = Math.max(inBackup, stands, there.largestIds[sequence] ?? 0);
  const told = idsAfter.of[sequence] ?? idsAfter.all;
  if (told !== null)
    return { known: Math.max(known, told), last: Math.max(known, told) + idMargin, by: 'operator' };
  // One that stands below what was given out was damaged, and tells nothing.
  if (isSame(database, there) && stands === known) return { known, last: known + idMargin, by: 'data' };
  const rate = sequence === lines ? rates.lines : rates.records;
  return { known, last: Math.max(inBackup + chosenByTime(seconds, rate), known), by: 'time' };
}

/** Rises with every second, so that a second restore of the same backup goes further than the first. */
function chosenByTime(seconds: number, { peak, sustained }: { peak: number; sustained: number }): number {
  return Math.ceil(Math.min(seconds * peak, mostAtPeak + seconds * sustained));
}

/** Whether what is found is the data that the backup was made of, gone on since: then nothing has ids beyond what it holds. */
export function isSame(
  { identity }: Pick<DumpedDatabase, 'identity'>,
  { dataId }: Pick<FoundData, 'dataId'>,
): boolean {
  return dataId !== null && identity?.['data_id'] === dataId;
}

function isSameData(found: Readonly<Record<string, FoundData>>) {
  return ([service, database]: [string, DumpedDatabase]) => isSame(database, found[service] ?? nothingFound);
}

/** Whether of every record that was deleted since the backup its version is still there. */
function isRemembered(seconds: number): boolean {
  return seconds * 1000 < certainlyRememberedMs;
}

/** The last id of each sequence. */
export function lastIds(ids: readonly IdJump[]): Record<string, number> {
  return Object.fromEntries(ids.map(({ sequence, last }) => [sequence, last]));
}

/** Likewise, of one service. */
export function sequencesOf({ ids }: Jumps, of: string): Record<string, number> {
  return lastIds(ids.filter(({ service }) => service === of));
}

/** Of each service, what ids are given out of. One that was not used yet at the backup's moment may have been since. */
export const sequences: Readonly<Record<string, readonly string[]>> = {
  catalog: ['products', 'subscriptions'],
  orders: ['users', 'addresses', 'orders', 'order_items'],
  webhooks: ['webhooks', 'deliveries'],
};

/** Of each service, the collections whose documents are records at a version, or follow one. */
export const versionedCollections: Readonly<Record<string, readonly string[]>> = {
  catalog: ['products', 'subscriptions', 'deletions'],
  orders: [
    ...['settings', 'saved_views'],
    ...['users', 'addresses', 'products', 'inventory', 'carts', 'orders'],
    ...['order_items', 'order_texts', 'deletions'],
  ],
  webhooks: ['webhooks', 'deletions'],
};

/** Those with a `version` that nobody outside is told, or that is an id or a format. */
export const ownVersionCollections: Readonly<Record<string, readonly string[]>> = {
  catalog: ['counters', 'bulk_operations', 'bulk_chunks', 'bulk_previews', 'meta'],
  // `audit_stock` is compared with the versions in a stock's log, which stay as they are.
  orders: [
    ...['counters', 'bulk_operations', 'bulk_chunks', 'bulk_previews', 'meta'],
    ...['audit_stock', 'erasures'],
  ],
  webhooks: [
    ...['counters', 'bulk_operations', 'bulk_chunks', 'bulk_previews', 'meta'],
    ...['webhook_states', 'deliveries', 'delivery_events'],
  ],
};
