import { Schema, type Model } from 'mongoose';
import { indexMaker } from '#shared/engine/commands/engine-models.ts';
import type { Listed } from '#shared/engine/lists/source.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import type { Delivery, DeliveryEvent, Followed, Webhook, WebhookState } from '../tables.ts';

/** MongoDB removes the document after `expires_at`. Final deliveries and events are stored as long as the services' events. */
export interface Expiring {
  expires_at?: Date;
}

/** Receivers' responses may contain personal data, so they are removed within a day after the attempt. */
export interface WithAnswers {
  /** When the oldest response is removed. Absent: there is no response. */
  answers_until?: Date;
}

export interface WebhooksModels {
  webhooks: Model<Listed<Webhook>>;
  states: Model<WebhookState>;
  followed: Model<Followed>;
  deliveries: Model<Delivery & Expiring & WithAnswers>;
  deliveryEvents: Model<DeliveryEvent & Expiring>;
}

const text = { type: String, required: true };
const count = { type: Number, required: true };
const mixed = { type: Schema.Types.Mixed, required: true };
const orNull = { type: String, default: null };

export function webhooksModels(database: Database): WebhooksModels {
  const webhooks = new Schema<Listed<Webhook>>(
    {
      _id: count,
      version: count,
      url: text,
      types: { type: [String], required: true },
      payload: text,
      status: text,
      disabled_reason: orNull,
      activated_at: text,
      description: orNull,
      created_at: text,
      updated_at: text,
      search: text,
    },
    { collection: 'webhooks', versionKey: false },
  );
  indexMaker(webhooks);
  const states = new Schema<WebhookState>(
    { _id: count, version: count, secrets: mixed, places: mixed, failing_since: orNull },
    { collection: 'webhook_states', versionKey: false },
  );
  const followed = new Schema<Followed>(
    { _id: text, version: count, position: count },
    { collection: 'followed', versionKey: false },
  );
  const deliveries = new Schema<Delivery & Expiring & WithAnswers>(
    {
      _id: count,
      version: count,
      webhook_id: count,
      event_id: text,
      type: text,
      subject: text,
      lane: text,
      status: text,
      attempts: mixed,
      tried: count,
      next_attempt_at: orNull,
      created_at: text,
      expires_at: { type: Date },
      answers_until: { type: Date },
    },
    { collection: 'deliveries', versionKey: false },
  );
  deliveries.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  deliveries.index({ answers_until: 1 }, { sparse: true });
  // For the list of an endpoint's deliveries, newest first, with or without a filter for status.
  deliveries.index({ webhook_id: 1, _id: -1 });
  deliveries.index({ webhook_id: 1, status: 1, _id: -1 });
  // For waiting deliveries: the first index sorts them by due time, the second finds the first delivery of each lane.
  const waiting = { partialFilterExpression: { status: 'pending' } };
  deliveries.index({ webhook_id: 1, next_attempt_at: 1, _id: 1 }, waiting);
  deliveries.index({ webhook_id: 1, lane: 1, _id: 1 }, waiting);
  const deliveryEvents = new Schema<DeliveryEvent & Expiring>(
    { _id: text, version: count, json: text, expires_at: { type: Date } },
    { collection: 'delivery_events', versionKey: false },
  );
  deliveryEvents.index({ expires_at: 1 }, { expireAfterSeconds: 0 });
  return {
    webhooks: database.model<Listed<Webhook>>('Webhook', webhooks),
    states: database.model<WebhookState>('WebhookState', states),
    followed: database.model<Followed>('Followed', followed),
    deliveries: database.model<Delivery & Expiring & WithAnswers>('Delivery', deliveries),
    deliveryEvents: database.model<DeliveryEvent & Expiring>('DeliveryEvent', deliveryEvents),
  };
}
