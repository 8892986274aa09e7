import { withOrigin } from '../kit/event-schema.ts';
import {
  arrayOf,
  countSchema,
  idSchema,
  momentSchema,
  objectOf,
  orNull,
  textSchema,
  times,
  type SchemaOf,
} from '../kit/resource-schema.ts';

export const webhookPayloads = ['thin', 'full'] as const;
export type WebhookPayload = (typeof webhookPayloads)[number];
const webhookPayloadSchema: SchemaOf<WebhookPayload> = { type: 'string', enum: webhookPayloads };

export const webhookStatuses = ['active', 'paused', 'disabled'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];
const webhookStatusSchema: SchemaOf<WebhookStatus> = { type: 'string', enum: webhookStatuses };

/** Why the webhooks service itself disabled an endpoint. */
const disabledReasons = ['gone', 'undelivered'] as const;
export type DisabledReason = (typeof disabledReasons)[number];
const disabledReasonSchema: SchemaOf<DisabledReason> = { type: 'string', enum: disabledReasons };

const state = {
  types: { ...arrayOf(textSchema), description: 'Types of events, or beginnings of types with `*`.' },
  payload: webhookPayloadSchema,
  status: webhookStatusSchema,
  disabled_reason: {
    ...orNull(disabledReasonSchema),
    description:
      'Why the store disabled it: the receiver responded with 410 (`gone`), or no delivery succeeded for three days (`undelivered`).',
  },
};

const properties = { id: idSchema, url: textSchema, ...state, description: orNull(textSchema), ...times };
export const webhookSchema = objectOf(properties);

/** An endpoint in the one response that may include the secret. */
export const webhookWithSecretSchema = objectOf({
  ...properties,
  secret: {
    ...orNull(textSchema),
    description:
      'The secret that signs deliveries (Standard Webhooks, `whsec_…`). Only the first response has it; a replayed response has null.',
  },
});

/** An endpoint in events, without its URL, which may contain secrets of its receiver. */
export const webhookEventSchema = objectOf({ id: idSchema, ...state, ...times });

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
const deliveryStatusSchema: SchemaOf<DeliveryStatus> = { type: 'string', enum: deliveryStatuses };

const deliveryAttemptSchema = objectOf({
  at: momentSchema,
  status: { ...orNull(countSchema), description: 'The HTTP status of the response; null: no response.' },
  ms: { ...countSchema, description: 'The duration in milliseconds.' },
  error: { ...orNull(textSchema), description: 'Why the attempt failed; null: it succeeded.' },
  answer: { ...orNull(textSchema), description: 'The first 2 KB of the response body.' },
});

export const webhookDeliverySchema = objectOf({
  id: idSchema,
  event_id: textSchema,
  type: textSchema,
  subject: textSchema,
  status: deliveryStatusSchema,
  attempts: { ...arrayOf(deliveryAttemptSchema), description: 'The last 20 attempts, oldest first.' },
  next_attempt_at: { ...orNull(momentSchema), description: 'null: no further attempt.' },
  created_at: momentSchema,
});

export const webhookSchemas = {
  Webhook: webhookSchema,
  WebhookDelivery: webhookDeliverySchema,
  WebhookDeliveryAttempt: deliveryAttemptSchema,
  WebhookDeliveryStatus: deliveryStatusSchema,
  WebhookDisabledReason: disabledReasonSchema,
  WebhookPayload: webhookPayloadSchema,
  WebhookStatus: webhookStatusSchema,
  WebhookWithSecret: webhookWithSecretSchema,
};

export const webhookEvents = {
  'webhooks.endpoint.disabled.v1': {
    service: 'webhooks',
    subjects: 'webhooks',
    data: withOrigin(webhookEventSchema),
    summary:
      'The store disabled a webhook endpoint: its receiver responded with 410, or no delivery succeeded for three days.',
  },
} as const;
