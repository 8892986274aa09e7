import type {
  Delivery,
  DeliveryEvent,
  Followed,
  Webhook,
  WebhookState,
} from '#services/webhooks/records/tables.ts';
import type { Expiring } from '#services/webhooks/records/storage/models.ts';
import { webhooks } from '#services/webhooks/service.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { openOwnService } from './own-service.ts';

export type OwnWebhooks = Awaited<ReturnType<typeof openWebhooks>>;

/** An empty database with the indexes of the webhooks service, and the collections of its records. */
export async function openWebhooks() {
  const own = await openOwnService(
    webhooks,
    {
      newSecret: () => ({ secret: '', sealed: '' }),
      eventsKeptMs: 3_600_000,
      lastPositions: () => Promise.resolve({}),
    },
    { WEBHOOK_ALLOW_HOSTS: [] },
  );
  return {
    ...own,
    webhooks: driverCollection<Webhook>(own.models.webhooks),
    states: driverCollection<WebhookState>(own.models.states),
    followed: driverCollection<Followed>(own.models.followed),
    deliveries: driverCollection<Delivery & Expiring>(own.models.deliveries),
    deliveryEvents: driverCollection<DeliveryEvent & Expiring>(own.models.deliveryEvents),
  };
}
