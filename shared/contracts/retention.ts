const day = 24 * 3600 * 1000;

interface Kept {
  /** Collections that it lies in, of all services. */
  collections: readonly string[];
  /** Null: as long as the record itself, or until it is done. */
  keptMs: number | null;
  /** What ends it. */
  until: string;
}

/** How long what follows from records is kept: the one place that says so. */
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
  /** As long as it can be applied. */
  rehearsals: { collections: [], keptMs: day, until: 'its time is over, from its end on' },
  deletions: { collections: ['deletions'], keptMs: 90 * day, until: 'its time is over' },
  /** Of a record that is there: as long as the record. */
  deletedTimelines: {
    collections: ['ledger'],
    keptMs: 90 * day,
    until: 'its time is over, from the deletion of its record on; until then as long as the record',
  },
  /** So long as EVENT_RETENTION_DAYS says; by default this. */
  events: {
    collections: ['event_log', 'outbox'],
    keptMs: 30 * day,
    until: 'its time is over; what is not published yet stays',
  },
  /** As long as events are: a delivery from its end on, what waits until it has come to its end. */
  webhookDeliveries: {
    collections: ['deliveries', 'delivery_events'],
    keptMs: 30 * day,
    until: 'its time is over, or its endpoint is deleted; what waits stays',
  },
  operatorActs: {
    collections: ['parked_audit'],
    keptMs: null,
    until: 'an operator removes it: only operators add to it',
  },
  operatorRequests: { collections: ['parked_requests'], keptMs: 7 * day, until: 'its time is over' },
  audits: { collections: ['audits', 'audit_stock'], keptMs: null, until: 'the next audit' },
  aboutTheData: { collections: ['meta', 'feed'], keptMs: null, until: 'the store is removed' },
  /** Ids of people who were erased: a restore erases them again. */
  erasures: {
    collections: ['erasures', 'erasure_rounds'],
    keptMs: null,
    until: 'the store is removed: they hold ids alone',
  },
  leases: { collections: ['leases'], keptMs: null, until: 'their holder ends' },
  /** What users and addresses once were, for orders may hold copies of it: `filters[customer]` finds them by it. */
  customerTexts: {
    collections: ['customer_texts'],
    keptMs: null,
    until: 'the person is erased: orders may hold what users and addresses once were',
  },
  records: {
    collections: [
      ...[
        'orders',
        'order_items',
        'order_texts',
        'order_blocks',
        'order_block_counts',
        'order_statistics',
        'users',
        'addresses',
        'carts',
        'inventory',
        'products',
      ],
      ...['subscriptions', 'counters', 'settings', 'saved_views'],
      ...['webhooks', 'webhook_states', 'followed'],
    ],
    keptMs: null,
    until: 'they are deleted',
  },
  /** Files of processes on one machine; an older part goes when there are more than five. */
  logs: {
    collections: [],
    keptMs: 7 * day,
    until: 'its time is over, or it has 10 MB; five older parts are kept',
  },
  /** Folders that `npm run backup` writes. */
  backups: {
    collections: [],
    keptMs: null,
    until: 'there are as many newer whole ones as --keep says (compose: BACKUP_KEEP)',
  },
} as const satisfies Record<string, Kept>;

/** The inbox knows younger commands for certain: a day less than it keeps them, for clocks that differ. */
export const certainlyKnownMs = retention.outcomes.keptMs - day;
/** What was deleted since is remembered for certain. */
export const certainlyRememberedMs = retention.deletions.keptMs - day;
