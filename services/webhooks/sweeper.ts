import type { mongo } from 'mongoose';
import type { Log } from '#shared/platform/process/log.ts';
import { pacedLoop } from '#shared/platform/process/paced-loop.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { isLongFailing } from './endpoints/long-failing.ts';
import type { Webhook, WebhookState } from './records/tables.ts';
import type { Deliveries } from './deliveries/storage/deliveries.ts';
import type { DisableWebhook } from './endpoints/storage/change-by-store.ts';

interface SweeperOptions {
  webhooks: mongo.Collection<Webhook>;
  states: mongo.Collection<WebhookState>;
  deliveries: Pick<Deliveries, 'endpoints' | 'forget' | 'forgetAnswers'>;
  disable: DisableWebhook;
  /** Milliseconds until an endpoint's next delivery is due. Null: no delivery waits. */
  dueIn: (webhook: number) => Promise<number | null>;
  wake: (webhooks: readonly number[]) => void;
  log: Log;
  everyMs?: number;
}

/** Removing expired data is not urgent. So only one in this many sweeps does it. */
const sweepsPerRemoval = 12;

/** Periodically restarts sending jobs that Redis lost, disables endpoints that fail for too long, and removes expired data. */
export function startSweeper(options: SweeperOptions): { close: () => Promise<void> } {
  const { log, deliveries, everyMs = 5000 } = options;
  let sweeps = 0;
  return pacedLoop({
    // Runs one sweep at a time, because concurrent sweeps of a slow database would use all its connections.
    round: async () => {
      await sweep(options);
      if (sweeps % sweepsPerRemoval === 0) {
        await forgetDeleted(options);
        await deliveries.forgetAnswers(storeNow());
      }
      sweeps += 1;
      return false;
    },
    idleMs: everyMs,
    failed: (error) => {
      log.warn({ err: error }, 'the sweep of deliveries failed');
      return everyMs;
    },
    firstAfterMs: everyMs,
  });
}

async function sweep(options: SweeperOptions): Promise<void> {
  const { webhooks, states, disable, dueIn, wake, log } = options;
  const active = await webhooks.find({ status: 'active' }).toArray();
  if (active.length === 0) return;
  const ids = active.map(({ _id }) => _id);
  const failing = await states.find({ _id: { $in: ids }, failing_since: { $ne: null } }).toArray();
  for (const webhook of active) {
    const state = failing.find(({ _id }) => _id === webhook._id);
    try {
      if (state && isLongFailing(webhook, state, storeNow().getTime())) await disable(webhook, 'undelivered');
      else if ((await dueIn(webhook._id)) === 0) wake([webhook._id]);
    } catch (error) {
      // A damaged endpoint must not prevent the sweep of other endpoints.
      log.warn({ err: error, webhook: webhook._id }, 'the sweep of a webhook endpoint failed');
    }
  }
}

/** Removes the deliveries of deleted endpoints. The endpoint's job usually does so, but Redis may have lost the job. */
async function forgetDeleted({ webhooks, deliveries }: SweeperOptions): Promise<void> {
  const having = await deliveries.endpoints();
  const there = await webhooks.find({ _id: { $in: having } }, { projection: { _id: 1 } }).toArray();
  const known = new Set(there.map(({ _id }) => _id));
  for (const id of having) if (!known.has(id)) await deliveries.forget(id);
}
