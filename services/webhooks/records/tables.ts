import type {
  DisabledReason,
  WebhookPayload,
  WebhookStatus,
  DeliveryStatus,
} from '#shared/contracts/endpoints/webhook-schema.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { VersionedRecord } from '#shared/engine/decide/handler.ts';
import type { EngineNeeds, EngineTables } from '#shared/engine/decide/resource.ts';
import type { DatedRecord } from '#shared/engine/decide/versioned-record.ts';

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
  /** Since when the endpoint has been active at this URL. Earlier failures do not count. */
  activated_at: string;
  description: string | null;
}

/** The stored, encrypted form of a secret. */
export interface SealedSecret {
  sealed: string;
  /** Deliveries are signed with this secret until this time. Null: it is the current secret. */
  until: string | null;
}

/**
 * How far an endpoint has got in a service's log. A number: deliveries exist for all events up to this position. `since`: the
 * endpoint still needs the events after this time, and all events after the position `at_most`. Null: the endpoint starts at the
 * position that the service's other endpoints share (`Followed.position`) when it is next processed.
 */
export type EventPlace = number | { since: string; at_most?: number } | null;

/** The internal state of an endpoint, stored apart from its record. The version of this record is never published. */
export interface WebhookState extends VersionedRecord {
  /** The endpoint's id. */
  _id: number;
  /** The current secret first. There are at most two. */
  secrets: SealedSecret[];
  places: Record<FollowedService, EventPlace>;
  /** The time of the first failure since the last successful delivery. Null: there was no failure. */
  failing_since: string | null;
}

/**
 * The position in a service's log up to which events have been read for all endpoints together. An endpoint that was paused or
 * replays events has its own position until it reaches this one.
 */
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

export interface Delivery extends VersionedRecord {
  _id: number;
  webhook_id: number;
  event_id: string;
  type: string;
  subject: string;
  /** Deliveries in a lane are sent one after another. A lane contains a record's deliveries, or a single delivery. */
  lane: string;
  status: DeliveryStatus;
  /** The last `keptAttempts` attempts. */
  attempts: DeliveryAttempt[];
  /** The number of attempts since the delivery was created or redelivered. */
  tried: number;
  next_attempt_at: string | null;
  created_at: string;
}

export interface DeliveryEvent extends VersionedRecord {
  _id: string;
  /** The CloudEvent as JSON text. */
  json: string;
}

// A type alias, because an interface is not assignable to an index signature.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type WebhooksRecords = {
  webhooks: Webhook;
  states: WebhookState;
  followed: Followed;
  deliveries: Delivery;
  deliveryEvents: DeliveryEvent;
};
export type WebhooksTables = WebhooksRecords & EngineTables;

export interface WebhooksNeeds extends EngineNeeds {
  webhooks?: number[];
  states?: number[];
  followed?: FollowedService[];
  /** Deliveries, loaded together with their events. */
  deliveries?: number[];
}
