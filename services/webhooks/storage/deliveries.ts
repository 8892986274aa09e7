import type { mongo } from 'mongoose';
import { driverCollection } from '#shared/mongo/driver-collection.ts';
import { isOutsideOrder, keptAttempts } from '../rules/delivery.ts';
import type { Delivery, DeliveryAttempt, DeliveryEvent } from '../rules/tables.ts';
import type { Expiring, WebhooksModels } from './models.ts';

/** The first deliveries that wait in a lane, in their order. */
export interface Lane {
  name: string;
  deliveries: Delivery[];
}

/** What became of an attempt: delivered, given up, or waiting until a moment. */
export type Fate = { status: 'delivered' | 'failed' } | { status: 'pending'; nextAttemptAt: string };

/** Deliveries as those see them who send them. All moments are ISO 8601 UTC. */
export interface Deliveries {
  /** Lanes of an endpoint whose first delivery is due, but for some. */
  dueLanes: (webhook: number, now: string, except: readonly string[], limit: number) => Promise<Lane[]>;
  events: (ids: readonly string[]) => Promise<Map<string, DeliveryEvent>>;
  /** Writes an attempt down; a delivery that has moved to another lane meanwhile stays as it is. */
  record: (delivery: Delivery, attempt: DeliveryAttempt | null, fate: Fate, tried: number) => Promise<void>;
  /** What waits behind the first of a lane is due again when that is. */
  release: (webhook: number, lane: string, now: string) => Promise<void>;
  /** When something of an endpoint is due; null: nothing waits. */
  nextDueAt: (webhook: number) => Promise<string | null>;
  /** The endpoints that deliveries are kept of. */
  endpoints: () => Promise<number[]>;
  forget: (webhook: number) => Promise<void>;
}

const dueAtOnce = 200;
const inLaneAtOnce = 10;

export function createDeliveries(
  models: Pick<WebhooksModels, 'deliveries' | 'deliveryEvents'>,
  eventsKeptMs: number,
): Deliveries {
  const deliveries = driverCollection<Delivery & Expiring>(models.deliveries);
  const events = driverCollection<DeliveryEvent>(models.deliveryEvents);
  const pending = { status: 'pending' as const };

  /** A delivery behind one that waits is not due before it. */
  const defer = async (webhook: number, lane: string, until: string): Promise<void> => {
    await deliveries.updateMany(
      { ...pending, webhook_id: webhook, lane, next_attempt_at: { $lt: until } },
      { $set: { next_attempt_at: until } },
    );
  };

  return {
    dueLanes: async (webhook, now, except, limit) => {
      const due = await deliveries
        .find(
          { ...pending, webhook_id: webhook, next_attempt_at: { $lte: now }, lane: { $nin: [...except] } },
          { projection: { lane: 1 }, sort: { next_attempt_at: 1, _id: 1 }, limit: dueAtOnce },
        )
        .toArray();
      const names = [...new Set(due.map(({ lane }) => lane))].slice(0, limit);
      if (names.length === 0) return [];
      const lanes = await deliveries
        .aggregate<{ _id: string; first: Delivery[] }>([
          { $match: { ...pending, webhook_id: webhook, lane: { $in: names } } },
          { $sort: { lane: 1, _id: 1 } },
          { $group: { _id: '$lane', first: { $firstN: { n: inLaneAtOnce, input: '$$ROOT' } } } },
        ])
        .toArray();
      const ready: Lane[] = [];
      for (const { _id: name, first } of lanes) {
        const until = first[0]?.next_attempt_at ?? now;
        if (until > now) await defer(webhook, name, until);
        else ready.push({ name, deliveries: first });
      }
      // In the order in which they have been due.
      return ready.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    },
    events: async (ids) => {
      const found = await events.find({ _id: { $in: [...ids] } }).toArray();
      return new Map(found.map((event) => [event._id, event]));
    },
    record: async (delivery, attempt, fate, tried) => {
      const next = fate.status === 'pending' ? fate.nextAttemptAt : null;
      const update: mongo.UpdateFilter<Delivery & Expiring> = {
        $set: {
          ...{ status: fate.status, tried, next_attempt_at: next },
          ...(fate.status !== 'pending' && { expires_at: new Date(Date.now() + eventsKeptMs) }),
        },
        ...(attempt && { $push: { attempts: { $each: [attempt], $slice: -keptAttempts } } }),
      };
      await deliveries.updateOne({ ...pending, _id: delivery._id, lane: delivery.lane }, update);
    },
    release: async (webhook, lane, now) => {
      await deliveries.updateMany(
        { ...pending, webhook_id: webhook, lane, next_attempt_at: { $gt: now } },
        { $set: { next_attempt_at: now } },
      );
    },
    nextDueAt: async (webhook) => {
      const first = await deliveries.findOne(
        { ...pending, webhook_id: webhook },
        { projection: { next_attempt_at: 1 }, sort: { next_attempt_at: 1, _id: 1 } },
      );
      return first?.next_attempt_at ?? null;
    },
    endpoints: () => deliveries.distinct('webhook_id'),
    forget: async (webhook) => {
      await deliveries.deleteMany({ webhook_id: webhook });
    },
  };
}

/** The lane that others of a delivery's record wait in. */
export function laneBehind(delivery: Delivery): string {
  return isOutsideOrder(delivery) ? delivery.subject : delivery.lane;
}
