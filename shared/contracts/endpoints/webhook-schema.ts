import { eventsOf } from '../kit/event-schema.ts';
import * as s from '../kit/resource-schema.ts';

export const webhookPayloads = ['thin', 'full'] as const;
export type WebhookPayload = (typeof webhookPayloads)[number];
const webhookPayloadSchema = s.oneOf('WebhookPayload', webhookPayloads);

export const webhookStatuses = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];
const webhookStatusSchema = s.oneOf('WebhookStatus', webhookStatuses);

const disabledReasons = ['gone', 'undelivered'] as const;
export type DisabledReason = (typeof disabledReasons)[number];
const disabledReasonSchema = s.oneOf('WebhookDisabledReason', disabledReasons);

const state = {
  types: s.arrayOf(s.text, 'Types of events, or beginnings of types with `*`.'),
  payload: webhookPayloadSchema,
  status: webhookStatusSchema,
  disabled_reason: s.orNull(
    disabledReasonSchema,
    'Why the store disabled it: the receiver responded with 410 (`gone`), or no delivery succeeded for three days (`undelivered`).',
  ),
};

const properties = { id: s.id, url: s.text, ...state, description: s.orNull(s.text), ...s.times };
export const webhookSchema = s.named('Webhook', properties);

/** An endpoint in the responses that may include the secret: those to its creation and to `rotate-secret`. */
export const webhookWithSecretSchema = s.named('WebhookWithSecret', {
  ...properties,
  secret: s.orNull(
    s.text,
    'The secret that signs deliveries (Standard Webhooks, `whsec_…`). Only the first response has it; a replayed response has null.',
  ),
});

/** An endpoint in events, without its URL, which may contain secrets of its receiver. */
export const webhookEventSchema = s.objectOf({ id: s.id, ...state, ...s.times });

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
const deliveryStatusSchema = s.oneOf('WebhookDeliveryStatus', deliveryStatuses);

const deliveryAttemptSchema = s.named('WebhookDeliveryAttempt', {
  at: s.moment,
  status: s.orNull(s.count, 'The HTTP status of the response; null: no response.'),
  ms: s.described(s.count, 'The duration in milliseconds.'),
  error: s.orNull(s.text, 'Why the attempt failed; null: it succeeded.'),
  answer: s.orNull(s.text, 'The first 2 KB of the response body.'),
});

export const webhookDeliverySchema = s.named('WebhookDelivery', {
  id: s.id,
  event_id: s.text,
  type: s.text,
  subject: s.text,
  status: deliveryStatusSchema,
  attempts: s.arrayOf(deliveryAttemptSchema, 'The last 20 attempts, oldest first.'),
  next_attempt_at: s.orNull(s.moment, 'null: no further attempt.'),
  created_at: s.moment,
});

export const webhookEvents = eventsOf('webhooks', 'webhooks', webhookEventSchema, {
  'webhooks.endpoint.disabled.v1':
    'The store disabled a webhook endpoint: its receiver responded with 410, or no delivery succeeded for three days.',
});
