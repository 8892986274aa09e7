import {
  webhooksReads,
  webhooksWrites,
  type WebhooksCommands,
} from '#shared/contracts/endpoints/webhooks-service.ts';
import type { Write } from '#shared/engine/commands/batch-store.ts';
import { searchText } from '#shared/engine/lists/search-text.ts';
import { defineService } from '#shared/engine/service/define-service.ts';
import { storeIn } from '#shared/platform/mongo/store-clock.ts';
import type { Handlers } from '#shared/engine/decide/handler.ts';
import { type WebhookRules, webhookHandlers } from './endpoints/webhook.ts';
import { webhooksLists } from './reads.ts';
import { webhooksData } from './migrations/webhooks-data.ts';
import { webhooksModels, type Expiring, type WebhooksModels } from './records/storage/models.ts';
import {
  followedServices,
  type Delivery,
  type Followed,
  type FollowedService,
  type WebhooksNeeds,
  type WebhooksRecords,
  type WebhooksTables,
} from './records/tables.ts';
import { receiverRules } from './sending/receiver-host.ts';
import { webhooksResources } from './store/resources.ts';
import type { LastPositions } from './store/source-client.ts';
import { deliveryHandlers } from './deliveries/delivery.ts';

export interface Webhooks {
  name: 'webhooks';
  records: WebhooksRecords;
  tables: WebhooksTables;
  needs: WebhooksNeeds;
  models: WebhooksModels;
  own: {
    newSecret: WebhookRules['newSecret'];
    /** How long events of the webhooks service itself are stored. */
    eventsKeptMs: number;
    /** The current positions in the logs of the consumed services. A new endpoint receives only later events. */
    lastPositions: () => Promise<LastPositions>;
  };
}

export const webhooks = defineService<Webhooks>({
  name: 'webhooks',
  resources: webhooksResources,
  models: webhooksModels,
  loads: { deliveryEvents: { table: 'deliveryEvents', named: 'deliveries.event_id' } },
  storage: ({ own: { eventsKeptMs, lastPositions } }) => ({
    documents: {
      webhooks: (webhook) => ({ ...webhook, search: searchText([webhook.url, webhook.description ?? '']) }),
      deliveries: withoutExpiry,
      deliveryEvents: (event) => ({ ...event, expires_at: storeIn(eventsKeptMs) }),
    },
    also: async ({ needs }) => {
      const isForNewEndpoint = needs.some(({ followed }) => followed !== undefined);
      return isForNewEndpoint ? { records: { followed: asFollowed(await lastPositions()) } } : {};
    },
  }),
  addressed: ({ params: { webhook } }) =>
    webhook === undefined ? null : { collection: 'webhooks', id: webhook },
  data: webhooksData,
  reads: webhooksReads,
  writes: webhooksWrites,
  handlers: ({ settings, own: { newSecret } }) =>
    webhooksHandlers({ receiverFault: receiverRules(settings.WEBHOOK_ALLOW_HOSTS), newSecret }),
  lists: (models, units) => ({ webhooks: webhooksLists(models, units).webhooks }),
});

/** Leaves out unavailable services. A new endpoint then receives their events from the time of its creation on. */
function asFollowed(positions: LastPositions): Map<FollowedService, Followed> {
  return new Map(
    followedServices.flatMap((service): [FollowedService, Followed][] => {
      const position = positions[service];
      return position === undefined ? [] : [[service, { _id: service, version: 1, position }]];
    }),
  );
}

/** The endpoints that a transaction changed or created deliveries for. */
export function webhooksIn(writes: readonly Write<WebhooksTables>[]): number[] {
  const touched = writes.flatMap(({ table, before, after }) => {
    const record = after ?? before;
    if (table === 'webhooks' || table === 'states') return Number(record?._id);
    return table === 'deliveries' ? (record as Delivery).webhook_id : [];
  });
  return [...new Set(touched)];
}

/** Removes the expiry of a delivery that a command writes, because the delivery is waiting again. */
function withoutExpiry({ expires_at: _end, ...rest }: Expiring & object): object {
  return rest;
}

export function webhooksHandlers(
  rules: WebhookRules,
): Handlers<WebhooksTables, WebhooksNeeds, WebhooksCommands> {
  return { ...webhookHandlers(rules), ...deliveryHandlers };
}
