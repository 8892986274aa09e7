import { certainlyRememberedMs } from '#shared/contracts/retention.ts';
import { byService } from '#shared/contracts/kit/define.ts';
import { services } from '../services.ts';
import type { DumpedDatabase, Manifest } from '../backup/manifest.ts';

/**
 * How far a restored store increases its ids and versions. The increase prevents ids and versions that were
 * assigned after the backup from being used a second time.
 */
export interface Jumps {
  /** The number added to the version of every record. */
  versions: number;
  ids: IdJump[];
}

export interface IdJump {
  service: string;
  sequence: string;
  /** The last id that was certainly assigned. */
  known: number;
  /** The last id that the restored sequence has. */
  last: number;
  /** The source of `last`: the operator's statement, the data found before the restore, or the time since the backup. */
  by: 'operator' | 'data' | 'time';
}

/** The existing data of one service's database. */
export interface FoundData {
  /** The id of this data, or null if there is none. */
  dataId: string | null;
  sequences: Readonly<Record<string, number>>;
  /** The largest id of any record in each sequence. Deleted records are included. */
  largestIds: Readonly<Record<string, number>>;
  /** The highest version of any record. */
  versions: number;
}

/**
 * The highest ids that were ever assigned, as the operator states them. `of` has them by sequence, and `all` applies to every
 * other sequence.
 */
export interface IdsAfter {
  all: number | null;
  of: Readonly<Record<string, number>>;
}

export const noIdsAfter: IdsAfter = { all: null, of: {} };

/** The highest id that clients with 32-bit integers can read. */
export const highestInt32 = 2 ** 31 - 1;

/**
 * Rates for an upper bound of the ids that were assigned since the backup. The bound first grows at a rate that is higher than
 * every measured rate. It then grows at the rate of a very busy shop, which keeps ids small. An order has several lines, so
 * lines have higher rates.
 */
const rates = { records: { peak: 10_000, sustained: 300 }, lines: { peak: 100_000, sustained: 1000 } };
const mostAtPeak = 100_000_000;
const lines = 'order_items';

/** Added to the time since the backup, because clocks can differ and a restore can follow the backup immediately. */
const marginSeconds = 3600;

/**
 * The margin above ids that are known exactly. It can be small, because no command runs during a restore, and queued commands
 * contain no ids that are not in the data.
 */
const idMargin = 1000;
/** The margin for versions is larger, because the version of a removed cart is unknown. */
const versionMargin = 100_000;

/**
 * Computes ids and versions above everything that was assigned since the backup. Where the highest value is
 * known, the result is above it by a margin.
 */
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
      service,
      sequence,
      ...nextId(sequence, { database, there, idsAfter, seconds }),
    }));
  });
  const byTime = chosenByTime(seconds, rates.records);
  const isSameData = Object.entries(databases).every(([service, database]) =>
    isSame(database, found[service] ?? nothingFound),
  );
  // If the backup is younger than this, the data still contains the versions of all records that were deleted since the backup.
  const isKnown = isSameData && seconds * 1000 < certainlyRememberedMs;
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
  const stated = idsAfter.of[sequence] ?? idsAfter.all;
  if (stated !== null)
    return { known: Math.max(known, stated), last: Math.max(known, stated) + idMargin, by: 'operator' };
  // A sequence below an id in the data is damaged, so it proves nothing about the last id.
  if (isSame(database, there) && stands === known) return { known, last: known + idMargin, by: 'data' };
  const rate = sequence === lines ? rates.lines : rates.records;
  return { known, last: Math.max(inBackup + chosenByTime(seconds, rate), known), by: 'time' };
}

/** The result grows every second, so a second restore of the same backup jumps further than the first. */
function chosenByTime(seconds: number, { peak, sustained }: { peak: number; sustained: number }): number {
  return Math.ceil(Math.min(seconds * peak, mostAtPeak + seconds * sustained));
}

/**
 * Whether the found data continues the backup's data. If so, it contains all ids that were assigned since the
 * backup.
 */
export function isSame(
  { identity }: Pick<DumpedDatabase, 'identity'>,
  { dataId }: Pick<FoundData, 'dataId'>,
): boolean {
  return dataId !== null && identity?.['data_id'] === dataId;
}

export function lastIds(ids: readonly IdJump[]): Record<string, number> {
  return Object.fromEntries(ids.map(({ sequence, last }) => [sequence, last]));
}

export function sequencesOf({ ids }: Jumps, of: string): Record<string, number> {
  return lastIds(ids.filter(({ service }) => service === of));
}

/**
 * The sequences of each service. Includes sequences that had no ids at the time of the backup, because they
 * may have assigned ids since then.
 */
export const sequences: Readonly<Record<string, readonly string[]>> = byService(
  (name) => services[name].sequences,
);

/** Collections, by service, whose documents carry a record's version. */
export const versionedCollections: Readonly<Record<string, readonly string[]>> = byService(
  (name) => services[name].versioned,
);
