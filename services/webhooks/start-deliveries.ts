import { randomUUID } from 'node:crypto';
import { startTurnQueue } from '#shared/engine/jobs/turn-queue.ts';
import type { EngineModels } from '#shared/engine/commands/engine-models.ts';
import type { Bells } from '#shared/platform/amqp/bells.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { taskLease } from '#shared/platform/mongo/leases.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { release } from '#shared/platform/process/release.ts';
import { unseal } from '#shared/platform/process/sealed-text.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { followEvents } from './following/follow-events.ts';
import { createSources } from './store/source-client.ts';
import { createDeliveries } from './deliveries/storage/deliveries.ts';
import { createDisableWebhook } from './endpoints/storage/disable-webhook.ts';
import { createGuardedAgent, createOpenAgent } from './sending/receiver-agent.ts';
import { createSend } from './sending/send.ts';
import { createTakeTurn, type LoadEndpoint } from './sending/take-turn.ts';
import type { Webhook, WebhookState } from './records/tables.ts';
import { observeDeliveries } from './deliveries/storage/observe-deliveries.ts';
import type { WebhooksModels } from './records/storage/models.ts';
import { startSweeper } from './sweeper.ts';

const leaseMs = 10_000;
const turnsAtOnce = 200;
/** A process that stops aborts running requests after this time. */
const giveUpMs = 4000;

/** Creates deliveries from events and sends them. A sweeper restarts endpoints whose job Redis lost. */
export function startDeliveries(options: {
  settings: SettingsOf<'webhooks-worker'>;
  /** How long deliveries and events are kept. */
  eventsKeptMs: number;
  database: Database;
  models: WebhooksModels & EngineModels;
  /** Encrypts the endpoints' secrets. */
  key: Buffer;
  bells: Pick<Bells, 'on'>;
  log: Log;
}) {
  const { settings, eventsKeptMs, database, models, key, bells, log } = options;
  const webhooks = driverCollection<Webhook>(models.webhooks);
  const states = driverCollection<WebhookState>(models.states);
  const deliveries = createDeliveries(models, eventsKeptMs);
  const disable = createDisableWebhook(database, models);
  const sources = createSources({
    catalog: { url: settings.CATALOG_URL, proof: pairSecret('WEBHOOKS_CATALOG_SECRET', settings) },
    orders: { url: settings.ORDERS_URL, proof: pairSecret('WEBHOOKS_ORDERS_SECRET', settings) },
  });
  const [guarded, open] = [createGuardedAgent(), createOpenAgent()];
  let isStopping = false;
  const giveUp = new AbortController();

  const load: LoadEndpoint = async (id) => {
    const [webhook, state] = await Promise.all([webhooks.findOne({ _id: id }), states.findOne({ _id: id })]);
    return webhook && state && { webhook, state };
  };
  const takeTurn = createTakeTurn({
    load,
    deliveries,
    disable,
    log,
    isStopping: () => isStopping,
    send: createSend({
      guarded,
      open,
      allowedHosts: settings.WEBHOOK_ALLOW_HOSTS,
      userAgent: `storefront/${release}`,
      stopping: giveUp.signal,
    }),
    open: (sealed) => unseal(key, sealed),
    record: sources.record,
    markFailing: async (id, since) => {
      // If attempts fail concurrently, only the first failure is recorded.
      const before = since === null ? { $ne: null } : null;
      await states.updateOne({ _id: id, failing_since: before }, { $set: { failing_since: since } });
    },
  });
  const dueIn = async (id: number): Promise<number | null> => {
    const webhook = await webhooks.findOne({ _id: id }, { projection: { status: 1 } });
    if (webhook?.status !== 'active') return null;
    const at = await deliveries.nextDueAt(id);
    return at === null ? null : Math.max(Date.parse(at) - storeNow().getTime(), 0);
  };
  const turns = startTurnQueue({
    redisUrl: settings.REDIS_URL,
    namespace: settings.STORE_NAMESPACE,
    name: 'webhooks-turns',
    keyField: 'key',
    log,
    concurrency: turnsAtOnce,
    takeTurn: (id) => takeTurn(Number(id)),
    dueIn: (id) => dueIn(Number(id)),
  });
  const wake = (ids: readonly number[]): void => {
    for (const id of ids) void turns.wake(String(id));
  };
  const followed = followEvents({
    database,
    models,
    sources,
    eventsKeptMs,
    made: wake,
    bells,
    log,
    lease: taskLease(models.leases, 'webhooks-follower', randomUUID(), leaseMs),
  });

  const sweeper = startSweeper({ webhooks, states, deliveries, disable, dueIn, wake, log });
  observeDeliveries(models);

  return {
    lastPositions: sources.lastPositions,
    /** Call this after commands that changed these endpoints or created deliveries for them. */
    touched: (ids: readonly number[]): void => {
      wake(ids);
      followed.look();
    },
    close: async () => {
      isStopping = true;
      const timer = setTimeout(() => giveUp.abort(), giveUpMs);
      await Promise.all([sweeper.close(), followed.close()]);
      await turns.close();
      clearTimeout(timer);
      await Promise.all([guarded.destroy(), open.destroy(), sources.close()]);
    },
  };
}
