import type { mongo } from 'mongoose';
import { endOfRecord } from '#shared/commands/ledger/end-of-record.ts';
import { driverDatabase } from '#shared/mongo/connect.ts';
import { driverCollection } from '#shared/mongo/driver-collection.ts';
import { storeIn } from '#shared/mongo/store-clock.ts';
import { isOutsideOrder, keptAttempts } from '../rules/delivery.ts';
import type { Delivery, DeliveryAttempt, DeliveryEvent } from '../rules/tables.ts';
import type { Expiring, WebhooksModels, WithAnswers } from './models.ts';

/** A delivery as it is sent. */
export type Waiting = Omit<Delivery, 'attempts'>;

/** The first deliveries that wait in a lane, in their order. */
export interface Lane {
  name: string;
  deliveries: Waiting[];
}

/** What became of an attempt: delivered, given up, or waiting until a moment. */
export type Fate = { status: 'delivered' | 'failed' } | { status: 'pending'; nextAttemptAt: string };

/** Deliveries as those see them who send them. All moments are ISO 8601 UTC. */
export interface Deliveries {
  /** Lanes of an endpoint whose first delivery is due, but for some. */
  dueLanes: (webhook: number, now: string, except: readonly string[], limit: number) => Promise<Lane[]>;
  events: (ids: readonly string[]) => Promise<Map<string, DeliveryEvent>>;
  /** Writes an attempt down; a delivery that has been begun anew meanwhile stays as it is. */
  record: (delivery: Waiting, attempt: DeliveryAttempt | null, fate: Fate, tried: number) => Promise<void>;
  /** What a delivery has held back that is no longer in this lane is due. */
  release: (ended: Pick<Waiting, '_id' | 'webhook_id'>, lane: string, now: string) => Promise<void>;
  /** When something of an endpoint is due; null: nothing waits. */
  nextDueAt: (webhook: number) => Promise<string | null>;
  /** The endpoints that deliveries are kept of. */
  endpoints: () => Promise<number[]>;
  /** Removes the deliveries of an endpoint that a command deleted. Those of one that was lost wait for it. */
  forget: (webhook: number) => Promise<void>;
  /** Takes away what receivers answered, of the deliveries whose time for it has come. */
  forgetAnswers: (now: Date) => Promise<void>;
}

/** A person who is erased is to be found nowhere a day later. */
const answersKeptMs = 23 * 3_600_000;
const dueAtOnce = 200;
const inLaneAtOnce = 10;
const manyInLane = 20;
const forgottenAtOnce = 5000;

export function createDeliveries(
  models: Pick<WebhooksModels, 'deliveries' | 'deliveryEvents'>,
  eventsKeptMs: number,
): Deliveries {
  const deliveries = driverCollection<Delivery & Expiring & WithAnswers>(models.deliveries);
  const events = driverCollection<DeliveryEvent>(models.deliveryEvents);
  const pending = { status: 'pending' as const };

  /** A delivery behind one that waits is not due before it. `due`: those of the lane that have been found, of very many the first. */
  const defer = async (
    webhook: number,
    lane: string,
    due: readonly number[],
    until: string,
  ): Promise<void> => {
    // Looking through the whole lane costs as much as waits in it.
    const which = due.length < manyInLane ? { _id: { $in: [...due] } } : { webhook_id: webhook };
    await deliveries.updateMany(
      { ...pending, ...which, lane, next_attempt_at: { $lt: until } },
      { $set: { next_attempt_at: until } },
    );
  };
  /**
   * The first deliveries of lanes. So many are read that every lane may have its share: of long ones more are found, and those of other lanes
   * stay for the next time. A lane is never read whole, for in an outage each event would cost as much as wait behind it.
   */
  const beginningsOf = async (webhook: number, names: readonly string[]): Promise<Lane[]> => {
    const found = await deliveries
      .find(
        { ...pending, webhook_id: webhook, lane: { $in: [...names] } },
        { projection: { attempts: 0 }, sort: { lane: 1, _id: 1 }, limit: names.length * inLaneAtOnce },
      )
      .toArray();
    const lanes = Map.groupBy(found, ({ lane }) => lane);
    return [...lanes].map(([name, all]) => ({ name, deliveries: all.slice(0, inLaneAtOnce) }));
  };
  const moreOfLanes = async (
    webhook: number,
    now: string,
    except: readonly string[],
    limit: number,
  ): Promise<{ ready: Lane[]; isAll: boolean }> => {
    const due = await deliveries
      .find(
        { ...pending, webhook_id: webhook, next_attempt_at: { $lte: now }, lane: { $nin: [...except] } },
        { projection: { lane: 1 }, sort: { next_attempt_at: 1, _id: 1 }, limit: dueAtOnce },
      )
      .toArray();
    const dueIn = Map.groupBy(due, ({ lane }) => lane);
    const names = [...dueIn.keys()].slice(0, limit);
    const lanes = names.length === 0 ? [] : await beginningsOf(webhook, names);
    const ready: Lane[] = [];
    for (const lane of lanes) {
      const until = lane.deliveries[0]?.next_attempt_at ?? now;
      const ids = (dueIn.get(lane.name) ?? []).map(({ _id }) => _id);
      if (until > now) await defer(webhook, lane.name, ids, until);
      else ready.push(lane);
    }
    // In the order in which they have been due.
    ready.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
    return { ready, isAll: due.length < dueAtOnce && lanes.length === dueIn.size };
  };

  return {
    dueLanes: async (webhook, now, except, limit) => {
      for (;;) {
        const { ready, isAll } = await moreOfLanes(webhook, now, except, limit);
        if (isAll || ready.length > 0) return ready;
      }
    },
    events: async (ids) => {
      const found = await events.find({ _id: { $in: [...ids] } }).toArray();
      return new Map(found.map((event) => [event._id, event]));
    },
    record: async (delivery, attempt, fate, tried) => {
      const next = fate.status === 'pending' ? fate.nextAttemptAt : null;
      const update: mongo.UpdateFilter<Delivery & Expiring & WithAnswers> = {
        $set: {
          ...{ status: fate.status, tried, next_attempt_at: next },
          ...(fate.status !== 'pending' && { expires_at: storeIn(eventsKeptMs) }),
        },
        ...(attempt && { $push: { attempts: { $each: [attempt], $slice: -keptAttempts } } }),
        ...(attempt?.answer && { $min: { answers_until: storeIn(answersKeptMs) } }),
      };
      await deliveries.updateOne({ ...pending, _id: delivery._id, version: delivery.version }, update);
    },
    release: async ({ _id: ended, webhook_id: webhook }, lane, now) => {
      const first = await deliveries.findOne(
        { ...pending, webhook_id: webhook, lane, _id: { $ne: ended } },
        { projection: { tried: 1 }, sort: { _id: 1 } },
      );
      // One that has failed has a wait of its own, which nothing else cuts short.
      if (!first || first.tried > 0) return;
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
      const db = driverDatabase(models.deliveries.db);
      if ((await endOfRecord({ db }, 'webhooks', webhook)) !== 'deleted') return;
      // A million at once take longer than a connection waits for an answer.
      for (;;) {
        const last = await deliveries.findOne(
          { webhook_id: webhook },
          { projection: { _id: 1 }, sort: { _id: -1 }, skip: forgottenAtOnce },
        );
        await deliveries.deleteMany({ webhook_id: webhook, ...(last && { _id: { $gt: last._id } }) });
        if (!last) return;
      }
    },
    forgetAnswers: async (now) => {
      for (;;) {
        const some = await deliveries
          .find(
            { answers_until: { $lte: now } },
            { projection: { _id: 1 }, sort: { answers_until: 1 }, limit: forgottenAtOnce },
          )
          .toArray();
        if (some.length === 0) return;
        await deliveries.updateMany(
          { _id: { $in: some.map(({ _id }) => _id) } },
          { $set: { 'attempts.$[].answer': null }, $unset: { answers_until: true } },
        );
      }
    },
  };
}

/** The lane that others of a delivery's record wait in. */
export function laneBehind(delivery: Waiting): string {
  return isOutsideOrder(delivery) ? delivery.subject : delivery.lane;
}
