import type {
  DisabledReason,
  WebhookPayload,
  WebhookStatus,
  DeliveryStatus,
} from '#shared/contracts/endpoints/webhook-schema.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { BulkNeeds, BulkTables } from '#shared/decide/bulk-operation.ts';
import type { Counter } from '#shared/decide/decide-batch.ts';
import type { DeletionTables } from '#shared/decide/deletion.ts';
import type { VersionedRecord } from '#shared/decide/handler.ts';
import type { MadeNeeds, MadeTables } from '#shared/decide/make-once.ts';
import type { LoggedRecord } from '#shared/decide/versioned-record.ts';

/** The services whose events are sent. */
export const followedServices = ['catalog', 'orders'] as const satisfies readonly ServiceName[];
export type FollowedService = (typeof followedServices)[number];

/** An endpoint: where events are sent, and which. */
export interface Webhook extends LoggedRecord {
  _id: number;
  url: string;
  types: string[];
  payload: WebhookPayload;
  status: WebhookStatus;
  disabled_reason: DisabledReason | null;
  /** Since when the endpoint has been active at this URL: earlier failures don't count. */
  activated_at: string;
  description: string | null;
}

/** A secret in its stored form: encrypted. */
export interface SealedSecret {
  sealed: string;
  /** The secret signs until then; null for the present one. */
  until: string | null;
}

/**
 * The place in a service's events up to which an endpoint's deliveries exist: a position, or the moment after which events are
 * wanted. Null: the service's position when the follower comes to it.
 */
export type EventPlace = number | { since: string } | null;

/** The internal state of an endpoint, beside its record. Its version is never published. */
export interface WebhookState extends VersionedRecord {
  /** The endpoint's id. */
  _id: number;
  /** The present one first; two at the most. */
  secrets: SealedSecret[];
  places: Record<FollowedService, EventPlace>;
  /** The first failure after the last delivery; null: none. */
  failing_since: string | null;
}

/** How far a service's events have been followed. */
export interface Followed extends VersionedRecord {
  _id: FollowedService;
  position: number;
}

export interface DeliveryAttempt {
  at: string;
  status: number | null;
  ms: number;
  error: string | null;
  answer: string | null;
}

/** An event on its way to an endpoint. */
export interface Delivery extends VersionedRecord {
  _id: number;
  webhook_id: number;
  event_id: string;
  type: string;
  subject: string;
  /** Deliveries of a lane are sent one after the other: those of a record, or one alone that is outside the order. */
  lane: string;
  status: DeliveryStatus;
  /** The last attempts. */
  attempts: DeliveryAttempt[];
  /** The number of attempts since the delivery was created or redelivered. */
  tried: number;
  next_attempt_at: string | null;
  created_at: string;
}

/** An event that has deliveries. */
export interface DeliveryEvent extends VersionedRecord {
  /** The event's id. */
  _id: string;
  /** The CloudEvent. */
  json: string;
}

// A type, not an interface: only that is assignable to an index signature.

export type WebhooksTables = {
  webhooks: Webhook;
  states: WebhookState;
  followed: Followed;
  deliveries: Delivery;
  deliveryEvents: DeliveryEvent;
  counters: Counter;
} & BulkTables &
  DeletionTables &
  MadeTables;

/** Ids of the records that a command touches. */
export interface WebhooksNeeds extends BulkNeeds, MadeNeeds {
  webhooks?: number[];
  states?: number[];
  followed?: FollowedService[];
  /** Loaded with their events. */
  deliveries?: number[];
  /** A sequence that an id will be taken from. */
  sequence?: 'webhooks' | 'deliveries';
}
