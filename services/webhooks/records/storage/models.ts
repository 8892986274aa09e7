import { indexMaker } from '#shared/engine/commands/engine-models.ts';
import type { Listed } from '#shared/engine/lists/source.ts';
import { collectionSchema, dates, mixed, numbers, texts } from '#shared/platform/mongo/collection-schema.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import type { Delivery, DeliveryEvent, Followed, Webhook, WebhookState } from '../tables.ts';

/**
 * MongoDB deletes the document after `expires_at`. Finished deliveries and the events of deliveries are kept as long as the events
 * of the services.
 */
export interface Expiring {
  expires_at?: Date;
}

export interface StoredDelivery extends Delivery, Expiring {
  /**
   * When the receiver's stored responses are removed: within a day after the oldest response, because responses may contain
   * personal data. Absent: no response is stored.
   */
  answers_until?: Date;
}

export type WebhooksModels = ReturnType<typeof webhooksModels>;

export function webhooksModels(database: Database) {
  const webhooks = collectionSchema<Listed<Webhook>>('webhooks', {
    ...numbers('_id', 'version'),
    ...texts('created_at', 'updated_at', 'url', 'payload', 'status', 'disabled_reason', 'activated_at'),
    ...texts('description', 'search'),
    ...mixed('types'),
  });
  indexMaker(webhooks);
  const states = collectionSchema<WebhookState>('webhook_states', {
    ...numbers('_id', 'version'),
    ...texts('failing_since'),
    ...mixed('secrets', 'places'),
  });
  const followed = collectionSchema<Followed>('followed', {
    ...texts('_id'),
    ...numbers('version', 'position'),
  });
  const deliveries = collectionSchema<StoredDelivery>('deliveries', {
    ...numbers('_id', 'version', 'webhook_id', 'tried'),
    ...texts('event_id', 'type', 'subject', 'lane', 'status', 'next_attempt_at', 'created_at'),
    ...dates('expires_at', 'answers_until'),
    ...mixed('attempts'),
  });
  deliveries.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  deliveries.index({ answers_until: 1 }, { sparse: true });
  // These indexes serve the list of an endpoint's deliveries, newest first, with or without a filter for status.
  deliveries.index({ webhook_id: 1, _id: -1 });
  deliveries.index({ webhook_id: 1, status: 1, _id: -1 });
  // These indexes have only waiting deliveries: the first sorts them by due time, the second finds the first delivery of
  // each lane.
  const waiting = { partialFilterExpression: { status: 'pending' } };
  deliveries.index({ webhook_id: 1, next_attempt_at: 1, _id: 1 }, waiting);
  deliveries.index({ webhook_id: 1, lane: 1, _id: 1 }, waiting);
  const deliveryEvents = collectionSchema<DeliveryEvent & Expiring>('delivery_events', {
    ...texts('_id', 'json'),
    ...numbers('version'),
    ...dates('expires_at'),
  });
  deliveryEvents.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  return {
    webhooks: database.model<Listed<Webhook>>('Webhook', webhooks),
    states: database.model<WebhookState>('WebhookState', states),
    followed: database.model<Followed>('Followed', followed),
    deliveries: database.model<StoredDelivery>('Delivery', deliveries),
    deliveryEvents: database.model<DeliveryEvent & Expiring>('DeliveryEvent', deliveryEvents),
  };
}
