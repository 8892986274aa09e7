import { createBatchStore, type Layout } from '#shared/engine/commands/batch-store.ts';
import type { BatchModels } from '#shared/engine/commands/batch-models.ts';
import { deletionExpiry } from '#shared/engine/commands/deletion-model.ts';
import { fromInboxDocuments, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import { bulkState, wantedBulk } from '#shared/engine/commands/load-bulk.ts';
import { createMadeBefore, madeBy, makerField } from '#shared/engine/commands/made-before.ts';
import type { BatchStore } from '#shared/engine/commands/run-batch.ts';
import type { BatchWork, Counter } from '#shared/engine/decide/decide-batch.ts';
import type { Deletion } from '#shared/engine/decide/deletion.ts';
import { searchText } from '#shared/engine/lists/search-text.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import { ids, loadRecords, namedIn, wanted } from '#shared/platform/mongo/load-records.ts';
import { storeIn } from '#shared/platform/mongo/store-clock.ts';
import type { LastPositions } from './source-client.ts';
import { readableState } from '../records/damaged-records.ts';
import {
  followedServices,
  type Delivery,
  type DeliveryEvent,
  type Followed,
  type FollowedService,
  type Webhook,
  type WebhookState,
  type WebhooksNeeds,
  type WebhooksTables,
} from '../records/tables.ts';
import type { Expiring, WebhooksModels } from '../records/storage/models.ts';

type WebhooksStore = BatchStore<WebhooksTables, WebhooksNeeds>;
type Stored = Exclude<keyof WebhooksTables, 'made' | 'ledgerRows' | 'selected'>;

export function createWebhooksStore(options: {
  database: Database;
  models: WebhooksModels;
  batch: BatchModels;
  /** How long events of the webhooks service itself are stored. */
  eventsKeptMs: number;
  /** Called after a commit with the ids of endpoints that the commit changed or created deliveries for. */
  touched?: (webhooks: readonly number[]) => void;
  /** The current positions of the services whose events are consumed. A new endpoint receives only later events. */
  lastPositions?: () => Promise<LastPositions>;
}): WebhooksStore {
  const { database, models, batch, eventsKeptMs, touched, lastPositions } = options;
  const madeBefore = createMadeBefore();
  const layout: Layout<WebhooksTables> = {
    model: (table) => models[table as Stored],
    toDocument: (table, record) => ({
      ...(table === 'deliveries' ? withoutExpiry(record) : record),
      ...listFields(table, record, eventsKeptMs),
    }),
  };
  const store: WebhooksStore = createBatchStore({
    database,
    batch,
    layout,
    source: '/webhooks',
    load: async (needs: WebhooksNeeds[], commandIds, reading) => {
      const isForNewcomers = needs.some(({ followed }) => followed !== undefined);
      const positions = isForNewcomers ? await lastPositions?.() : undefined;
      const makers = madeBefore.among(needs);
      const all = {
        webhooks: wanted<Webhook>(models.webhooks, ids(needs, 'webhooks')),
        states: wanted<WebhookState>(models.states, ids(needs, 'states')),
        followed: wanted<Followed>(models.followed, ids(needs, 'followed')),
        deliveries: wanted<Delivery>(models.deliveries, ids(needs, 'deliveries')),
        deliveryEvents: namedIn<DeliveryEvent>(models.deliveryEvents, 'deliveries.event_id'),
        counters: wanted<Counter>(models.counters, [
          ...new Set(needs.flatMap((need) => need.sequence ?? [])),
        ]),
        ...wantedBulk(needs, models, batch),
        madeWebhooks: wanted<Webhook>(models.webhooks, makers, makerField),
        deletions: wanted<Deletion>(models.deletions, makers, makerField),
        kept: wanted<InboxDocument>(batch.inbox, commandIds),
      };
      const loaded = await loadRecords(database, all, reading);
      const { kept, madeWebhooks, deletions, bulk, bulkChunks, ledgerRows, ...records } = loaded;
      const found = { ...records, followed: withPositions(records.followed, positions) };
      const made = madeBy([...madeWebhooks.values()], deletions.values());
      const work = await bulkState(
        { bulk, bulkChunks, ledgerRows, records: found },
        needs,
        { ...models, ...batch },
        reading.session,
      );
      return { state: readableState({ ...found, ...work, deletions, made }), kept: fromInboxDocuments(kept) };
    },
  });
  return {
    ...store,
    inTransaction: async (run) => {
      let changed: number[] = [];
      const result = await madeBefore.watch(() =>
        store.inTransaction((transaction) =>
          run({
            ...transaction,
            write: (work, now, pace) => {
              changed = webhooksIn(work);
              return transaction.write(work, now, pace);
            },
          }),
        ),
      );
      if (changed.length > 0) touched?.(changed);
      return result;
    },
  };
}

/** Uses the last consumed position for a service that is unavailable. */
function withPositions(
  kept: ReadonlyMap<FollowedService, Followed>,
  positions: LastPositions = {},
): Map<FollowedService, Followed> {
  const followed = new Map(kept);
  for (const service of followedServices) {
    const position = positions[service];
    if (position !== undefined) followed.set(service, { _id: service, version: 1, position });
  }
  return followed;
}

function webhooksIn({ writes }: BatchWork<WebhooksTables>): number[] {
  const touched = writes.flatMap(({ table, before, after }) => {
    const record = after ?? before;
    if (table === 'webhooks' || table === 'states') return Number(record?._id);
    return table === 'deliveries' ? (record as Delivery).webhook_id : [];
  });
  return [...new Set(touched)];
}

/** Removes the expiry, because a delivery that a command writes is waiting again. */
function withoutExpiry({ expires_at: _end, ...rest }: Expiring & object): object {
  return rest;
}

/** Fields that are stored with a record, and that only lists and the expiry index need. */
function listFields(
  table: keyof WebhooksTables,
  record: WebhooksTables[keyof WebhooksTables],
  eventsKeptMs: number,
): Record<string, unknown> {
  if (table === 'deletions') return deletionExpiry();
  if (table === 'deliveryEvents') return { expires_at: storeIn(eventsKeptMs) };
  if (table !== 'webhooks') return {};
  const { url, description } = record as Webhook;
  return { search: searchText([url, description ?? '']) };
}
