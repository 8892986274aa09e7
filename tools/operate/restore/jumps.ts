import type { Manifest } from '../backup/manifest.ts';

/** How far a restored store goes on from where its backup was, so that nothing from after the backup comes again. */
export interface Jumps {
  /** Added to the version of every record. */
  versions: number;
  /** The last id of each sequence, by service. */
  sequences: Record<string, Record<string, number>>;
}

/**
 * What a store can have given out in a second. The most that was ever measured is 2,900 orders and as many changes of one record;
 * lines are several to an order.
 */
const perSecond = 10_000;
const linesPerSecond = 100_000;
const lines = 'order_items';

/** Clocks of two servers differ, and a backup may be restored at once. Added, so that a second restore of it goes further. */
const marginSeconds = 3600;

/** Ids and versions are numbers that JavaScript counts exactly. */
const highest = Number.MAX_SAFE_INTEGER / 2;

/**
 * More than can have been given out between the backup's moment and now, and no less than `found`: the sequences of the data that
 * the restore takes the place of.
 */
export function jumpsOf(
  { moment, databases }: Pick<Manifest, 'moment' | 'databases'>,
  now: Date,
  found: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Jumps {
  const seconds = Math.max(now.getTime() / 1000 - moment.cluster_time.t, 0) + marginSeconds;
  const by = (rate: number) => Math.ceil(seconds * rate);
  const sequences = Object.entries(databases).map(([service, database]) => {
    const jumped = Object.entries(database.sequences).map(([name, last]) => {
      const next = last + by(name === lines ? linesPerSecond : perSecond);
      return [name, Math.max(next, found[service]?.[name] ?? 0)] as const;
    });
    // Of records that were first made after the backup.
    const newer = Object.entries(found[service] ?? {}).filter(([name]) => !(name in database.sequences));
    return [service, Object.fromEntries([...newer, ...jumped])] as const;
  });
  return { versions: by(perSecond), sequences: Object.fromEntries(sequences) };
}

/** Whether these jumps lead beyond what can be counted: the backup's moment or the server's clock is wrong. */
export function isTooFar({ versions, sequences }: Jumps): boolean {
  const lastIds = Object.values(sequences).flatMap((ofService) => Object.values(ofService));
  return [versions, ...lastIds].some((number) => number > highest);
}

/** Of each service, the collections whose documents are records at a version, or follow one. */
export const versionedCollections: Readonly<Record<string, readonly string[]>> = {
  catalog: ['products', 'subscriptions', 'deletions'],
  orders: [
    ...['users', 'addresses', 'products', 'inventory', 'carts', 'orders'],
    ...['order_items', 'order_texts', 'deletions'],
  ],
};

/** Those with a `version` that nobody outside is told, or that is an id or a format. */
export const ownVersionCollections: Readonly<Record<string, readonly string[]>> = {
  catalog: ['counters', 'bulk_operations', 'bulk_chunks', 'meta'],
  // `audit_stock` is compared with the versions in a stock's log, which stay as they are.
  orders: ['counters', 'bulk_operations', 'bulk_chunks', 'meta', 'audit_stock'],
};
