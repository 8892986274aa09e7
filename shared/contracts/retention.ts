const hour = 3600 * 1000;
const day = 24 * hour;

/** How long the data is kept, in ms. If there is no fixed time, `until` has the condition. */
type Kept = { collections: readonly string[] } & ({ keptMs: number } | { keptMs: null; until: string });

/** How long derived data, such as outcomes and events, is kept. No other place defines it. */
export const retention = {
  /** Outcomes of parked commands (which wait for an operator), and of commands with unfinished bulk work, are kept longer. */
  outcomes: { collections: ['inbox'], keptMs: 7 * day },
  /** The time begins at the end of the bulk work. */
  bulkWork: { collections: ['bulk_operations', 'bulk_chunks', 'bulk_previews'], keptMs: 7 * day },
  /** How long after its end the result of a dry run can be applied. */
  rehearsals: { collections: [], keptMs: day },
  deletions: { collections: ['deletions'], keptMs: 90 * day },
  /** The time begins at the record's deletion. The timeline of an existing record is kept as long as the record. */
  deletedTimelines: { collections: ['ledger'], keptMs: 90 * day },
  /** EVENT_RETENTION_DAYS overrides this default. Events that are not published yet are kept longer. */
  events: { collections: ['event_log'], keptMs: 30 * day },
  /**
   * Kept as long as events. For a delivery, the time begins at its end, so a pending delivery is not removed. For the event of a
   * delivery, the time begins when the latest delivery of the event is created or redelivered.
   */
  webhookDeliveries: { collections: ['deliveries', 'delivery_events'], keptMs: 30 * day },
  /** Responses of webhook receivers may quote a person. An erasure has to remove a person's data within a day. */
  webhookAnswers: { collections: [], keptMs: 23 * hour },
  operatorActs: { collections: ['parked_audit'], keptMs: null, until: 'an operator removes them' },
  operatorRequests: { collections: ['parked_requests'], keptMs: 7 * day },
  audits: { collections: ['audits', 'audit_stock'], keptMs: null, until: 'the next audit' },
  aboutTheData: { collections: ['meta', 'feed'], keptMs: null, until: 'the store is removed' },
  /** Ids of erased people, so that a restore of a backup erases them again. */
  erasures: { collections: ['erasures', 'erasure_rounds'], keptMs: null, until: 'the store is removed' },
  leases: { collections: ['leases'], keptMs: null, until: 'their holder ends' },
  /** The texts that `filters[customer]` searches: also former names and addresses, because orders may have copies of them. */
  customerTexts: { collections: ['customer_texts'], keptMs: null, until: 'the person is erased' },
  /** The collections of each service's resources, such as `orders`, are kept for the same time, but are not listed here. */
  records: {
    collections: [
      'order_items',
      'order_texts',
      // Release 0.6.0 wrote `order_blocks`. This release neither reads nor removes these documents.
      'order_blocks',
      'order_block_counts',
      'order_statistics',
      'counters',
    ],
    keptMs: null,
    until: 'they are deleted',
  },
  /** Log files of processes on one machine. A new file begins after this time, or after 10 MB; five older files are kept. */
  logs: { collections: [], keptMs: 7 * day },
} as const satisfies Record<string, Kept>;

/** Outcomes younger than this are certainly still stored. The time is a day less than their retention, because clocks differ. */
export const certainlyKnownMs = retention.outcomes.keptMs - day;
export const certainlyKnownDays = certainlyKnownMs / day;
/** Deletion records younger than this certainly still exist. */
export const certainlyRememberedMs = retention.deletions.keptMs - day;
