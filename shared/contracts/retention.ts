const hour = 3600 * 1000;
const day = 24 * hour;

interface Kept {
  collections: readonly string[];
  /** How long the data is kept. Null if there is no fixed time: `until` has the condition. */
  keptMs: number | null;
  until: string;
}

/** How long derived data, such as outcomes and events, is kept. No other place defines it. */
export const retention = {
  outcomes: {
    collections: ['inbox'],
    keptMs: 7 * day,
    until: 'its time is over; what is parked, and bulk work that goes on, stays',
  },
  bulkWork: {
    collections: ['bulk_operations', 'bulk_chunks', 'bulk_previews'],
    keptMs: 7 * day,
    until: 'its time is over, from its end on',
  },
  rehearsals: { collections: [], keptMs: day, until: 'its time is over, from its end on' },
  deletions: { collections: ['deletions'], keptMs: 90 * day, until: 'its time is over' },
  /** The timeline of an existing record is kept as long as the record. */
  deletedTimelines: {
    collections: ['ledger'],
    keptMs: 90 * day,
    until: 'its time is over, from the deletion of its record on; until then as long as the record',
  },
  /** EVENT_RETENTION_DAYS overrides this default. */
  events: {
    collections: ['event_log'],
    keptMs: 30 * day,
    until: 'its time is over; what is not published yet stays',
  },
  /** The same time as for events, counted from a delivery's end. Pending deliveries stay. */
  webhookDeliveries: {
    collections: ['deliveries', 'delivery_events'],
    keptMs: 30 * day,
    until: 'its time is over, or its endpoint is deleted; what waits stays',
  },
  /** Receivers' responses may quote a person, whose data is removed within a day of an erasure. */
  webhookAnswers: { collections: [], keptMs: 23 * hour, until: 'its time is over, from the response on' },
  operatorActs: {
    collections: ['parked_audit'],
    keptMs: null,
    until: 'an operator removes it: only operators add to it',
  },
  operatorRequests: { collections: ['parked_requests'], keptMs: 7 * day, until: 'its time is over' },
  audits: { collections: ['audits', 'audit_stock'], keptMs: null, until: 'the next audit' },
  aboutTheData: { collections: ['meta', 'feed'], keptMs: null, until: 'the store is removed' },
  /** Ids of erased people, so that a restore of a backup erases them again. */
  erasures: {
    collections: ['erasures', 'erasure_rounds'],
    keptMs: null,
    until: 'the store is removed: they hold ids alone',
  },
  leases: { collections: ['leases'], keptMs: null, until: 'their holder ends' },
  /** The texts that `filters[customer]` searches: also former names and addresses, because orders may have copies of them. */
  customerTexts: {
    collections: ['customer_texts'],
    keptMs: null,
    until: 'the person is erased: orders may hold what users and addresses once were',
  },
  /** This also applies to the collections of each service's resources. */
  records: {
    collections: [
      'order_items',
      'order_texts',
      // Release 0.6.0 wrote `order_blocks`, which this release leaves as they are.
      'order_blocks',
      'order_block_counts',
      'order_statistics',
      'counters',
    ],
    keptMs: null,
    until: 'they are deleted',
  },
  /** Log files of processes on one machine; the oldest part is removed if there are more than five. */
  logs: {
    collections: [],
    keptMs: 7 * day,
    until: 'its time is over, or it has 10 MB; five older parts are kept',
  },
  backups: {
    collections: [],
    keptMs: null,
    until: 'there are as many newer whole ones as --keep says (compose: BACKUP_KEEP)',
  },
} as const satisfies Record<string, Kept>;

/** Younger outcomes are certainly still in the inbox. A day less than their retention, because clocks differ. */
export const certainlyKnownMs = retention.outcomes.keptMs - day;
export const certainlyKnownDays = certainlyKnownMs / day;
/** Deletion records younger than this certainly still exist. */
export const certainlyRememberedMs = retention.deletions.keptMs - day;
