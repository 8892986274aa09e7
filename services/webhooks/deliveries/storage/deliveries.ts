import type { mongo } from 'mongoose';
import { endOfRecord } from '#shared/engine/commands/ledger/ledger-model.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { storeIn } from '#shared/platform/mongo/store-clock.ts';
import { retention } from '#shared/contracts/retention.ts';
import { isOutsideOrder, keptAttempts } from '../delivery.ts';
import type { Delivery, DeliveryAttempt, DeliveryEvent } from '../../records/tables.ts';
import type { StoredDelivery, WebhooksModels } from '../../records/storage/models.ts';

export type Waiting = Omit<Delivery, 'attempts'>;

/** The first waiting deliveries of a lane, oldest first. The deliveries of a lane go to one endpoint, one after another. */
export interface Lane {
  name: string;
  deliveries: Waiting[];
}

/** The result of an attempt: delivered, finally failed, or waiting until a given time. */
export type Fate = { status: 'delivered' | 'failed' } | { status: 'pending'; nextAttemptAt: string };

/** Times in strings are ISO 8601 UTC. */
export interface Deliveries {
  /** Returns an endpoint's lanes whose first delivery is due, except the lanes in `except`. */
  dueLanes: (webhook: number, now: string, except: readonly string[], limit: number) => Promise<Lane[]>;
  events: (ids: readonly string[]) => Promise<Map<string, DeliveryEvent>>;
  /**
   * Stores the result of an attempt. `attempt` is null if the delivery was only postponed. Does nothing if an admin redelivered
   * it meanwhile.
   */
  record: (delivery: Waiting, attempt: DeliveryAttempt | null, fate: Fate) => Promise<void>;
  /** After a delivery has ended, makes the waiting deliveries of this lane due. */
  release: (ended: Pick<Waiting, '_id' | 'webhook_id'>, lane: string, now: string) => Promise<void>;
  /** The time at which the next delivery of an endpoint is due. Null: no delivery waits. */
  nextDueAt: (webhook: number) => Promise<string | null>;
  endpoints: () => Promise<number[]>;
  /** Removes an endpoint's deliveries if a command deleted the endpoint. Otherwise they stay, because a backup may restore it. */
  forget: (webhook: number) => Promise<void>;
  /** Removes the receivers' responses whose retention time is over. */
  forgetAnswers: (now: Date) => Promise<void>;
}

const dueAtOnce = 200;
const inLaneAtOnce = 10;
const manyInLane = 20;
const forgottenAtOnce = 5000;

export function createDeliveries(
  models: Pick<WebhooksModels, 'deliveries' | 'deliveryEvents'>,
  eventsKeptMs: number,
): Deliveries {
  const deliveries = driverCollection<StoredDelivery>(models.deliveries);
  const events = driverCollection<DeliveryEvent>(models.deliveryEvents);
  const pending = { status: 'pending' as const };

  /**
   * Postpones a lane's due deliveries to `until`, the time when the first delivery of the lane is due. `due`: the ids of the due
   * deliveries, at most `dueAtOnce`.
   */
  const defer = async (
    webhook: number,
    lane: string,
    due: readonly number[],
    until: string,
  ): Promise<void> => {
    // Updating a whole lane takes time in proportion to its length. So a small number of due deliveries is updated by id.
    const which = due.length < manyInLane ? { _id: { $in: [...due] } } : { webhook_id: webhook };
    await deliveries.updateMany(
      { ...pending, ...which, lane, next_attempt_at: { $lt: until } },
      { $set: { next_attempt_at: until } },
    );
  };
  /**
   * Reads the first deliveries of these lanes. All lanes share one limit: if long lanes use it up, the other lanes wait for the
   * next call. No lane is read completely, because thousands of deliveries may wait while a receiver is unavailable.
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
    // Lanes that have been due longest come first.
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
    record: async (delivery, attempt, fate) => {
      const next = fate.status === 'pending' ? fate.nextAttemptAt : null;
      const update: mongo.UpdateFilter<StoredDelivery> = {
        $set: {
          status: fate.status,
          tried: delivery.tried + (attempt ? 1 : 0),
          next_attempt_at: next,
          ...(fate.status !== 'pending' && { expires_at: storeIn(eventsKeptMs) }),
        },
        ...(attempt && { $push: { attempts: { $each: [attempt], $slice: -keptAttempts } } }),
        ...(attempt?.answer && { $min: { answers_until: storeIn(retention.webhookAnswers.keptMs) } }),
      };
      await deliveries.updateOne({ ...pending, _id: delivery._id, version: delivery.version }, update);
    },
    release: async ({ _id: ended, webhook_id: webhook }, lane, now) => {
      const first = await deliveries.findOne(
        { ...pending, webhook_id: webhook, lane, _id: { $ne: ended } },
        { projection: { tried: 1 }, sort: { _id: 1 } },
      );
      // If the lane's first delivery has failed before, the lane waits for the retry time of this delivery.
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
      // Deletes in batches, because deleting a million deliveries takes longer than a connection waits for a response.
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

/** The lane in which other deliveries about the same record wait. */
export function laneBehind(delivery: Waiting): string {
  return isOutsideOrder(delivery) ? delivery.subject : delivery.lane;
}
