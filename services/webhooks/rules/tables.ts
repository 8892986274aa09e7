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
import type { DatedRecord } from '#shared/decide/versioned-record.ts';

/** The services whose events are delivered. */
export const followedServices = ['catalog', 'orders'] as const satisfies readonly ServiceName[];
export type FollowedService = (typeof followedServices)[number];

/** An endpoint: the URL to which events are sent, and the event types. */
export interface Webhook extends DatedRecord {
  _id: number;
  url: string;
  types: string[];
  payload: WebhookPayload;
  status: WebhookStatus;
  disabled_reason: DisabledReason | null;
  /** The time since which the endpoint has been active at this URL. Earlier failures do not count. */
  activated_at: string;
  description: string | null;
}

/** A secret in its stored form: encrypted. */
export interface SealedSecret {
  sealed: string;
  /** The secret signs until this time. Null for the current secret. */
  until: string | null;
}

/**
 * The position in a service's events up to which an endpoint's deliveries exist. It may also be a time, after which events are wanted.
 * Null: the service's common position when the endpoint is next processed.
 */
export type EventPlace = number | { since: string } | null;

/** The internal state of an endpoint, stored apart from its record. Its version is never published. */
export interface WebhookState extends VersionedRecord {
  /** The endpoint's id. */
  _id: number;
  /** The current secret first. There are at most two. */
  secrets: SealedSecret[];
  places: Record<FollowedService, EventPlace>;
  /** The time of the first failure since the last successful delivery. Null: there was no failure. */
  failing_since: string | null;
}

/** The position up to which a service's events have been consumed. */
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

/** The delivery of one event to one endpoint. */
export interface Delivery extends VersionedRecord {
  _id: number;
  webhook_id: number;
  event_id: string;
  type: string;
  subject: string;
  /**
   * The deliveries of a lane are sent one after another. A lane has all deliveries of a record, or a single delivery that does not
   * wait for others.
   */
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

/** Ids of the records that a command reads or changes. */
export interface WebhooksNeeds extends BulkNeeds, MadeNeeds {
  webhooks?: number[];
  states?: number[];
  followed?: FollowedService[];
  /** Deliveries, loaded together with their events. */
  deliveries?: number[];
  /** The sequence that assigns the new record's id. */
  sequence?: 'webhooks' | 'deliveries';
}
