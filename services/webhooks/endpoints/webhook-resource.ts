import type {
  webhookDeliverySchema,
  webhookEventSchema,
  webhookSchema,
} from '#shared/contracts/endpoints/webhook-schema.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { Delivery, Webhook } from '../records/tables.ts';

export function webhookResource(webhook: Webhook): Shown<typeof webhookSchema> {
  const { _id: id, url, types, payload, status, disabled_reason } = webhook;
  const { description, created_at, updated_at } = webhook;
  return { id, url, types, payload, status, disabled_reason, description, created_at, updated_at };
}

export function webhookEventData(webhook: Webhook): Shown<typeof webhookEventSchema> {
  const { url: _url, description: _description, ...shown } = webhookResource(webhook);
  return shown;
}

export function deliveryResource(delivery: Delivery): Shown<typeof webhookDeliverySchema> {
  const { _id: id, event_id, type, subject, status, attempts, next_attempt_at, created_at } = delivery;
  return { id, event_id, type, subject, status, attempts, next_attempt_at, created_at };
}
