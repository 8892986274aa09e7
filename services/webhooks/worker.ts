import { randomBytes, randomUUID } from 'node:crypto';
import { startTurnQueue } from '#shared/engine/jobs/turn-queue.ts';
import { runServiceWorker } from '#shared/engine/service/run-worker.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { taskLease } from '#shared/platform/mongo/leases.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { keyCheck } from '#shared/platform/process/key-checks.ts';
import { release } from '#shared/platform/process/release.ts';
import { deriveKey, seal, unseal } from '#shared/platform/process/sealed-text.ts';
import { createDeliveries } from './deliveries/storage/deliveries.ts';
import { observeDeliveries } from './deliveries/storage/observe-deliveries.ts';
import { createDisableWebhook, pauseRestored } from './endpoints/storage/change-by-store.ts';
import { followEvents } from './following/follow-events.ts';
import type { Webhook, WebhookState } from './records/tables.ts';
import { createGuardedAgent, createOpenAgent } from './sending/receiver-agent.ts';
import { createSend } from './sending/send.ts';
import { secretBytes, secretFrom } from './sending/signature.ts';
import { createTakeTurn } from './sending/take-turn.ts';
import { webhooks as service, webhooksIn } from './service.ts';
import { createSources } from './store/source-client.ts';
import { startSweeper } from './sweeper.ts';

const leaseMs = 10_000;
const turnsAtOnce = 200;
/** When this process stops, it aborts running requests after this time. */
const giveUpMs = 4000;

/** This worker runs commands, creates deliveries from events, and sends the deliveries. */
runServiceWorker(
  service,
  async ({ settings, database, models, bells, log }) => {
    const paused = await pauseRestored(database, models);
    if (paused.length > 0)
      log.warn({ endpoints: paused }, 'the data was restored: webhook endpoints are paused');
    const key = deriveKey(settings.WEBHOOK_SECRETS_KEY, 'webhook secrets');
    const eventsKeptMs = settings.EVENT_RETENTION_DAYS * 86_400_000;
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

    const load = async (id: number) => {
      const [webhook, state] = await Promise.all([
        webhooks.findOne({ _id: id }),
        states.findOne({ _id: id }),
      ]);
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
      // An endpoint whose state is missing can send nothing. With work, it would take one turn after another.
      if ((await load(id))?.webhook.status !== 'active') return null;
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
      own: {
        newSecret: () => {
          const secret = secretFrom(randomBytes(secretBytes));
          return { secret, sealed: seal(key, secret) };
        },
        eventsKeptMs,
        lastPositions: sources.lastPositions,
      },
      committed: (writes) => {
        const changed = webhooksIn(writes);
        if (changed.length === 0) return;
        wake(changed);
        followed.look();
      },
      closers: [
        async () => {
          isStopping = true;
          const timer = setTimeout(() => giveUp.abort(), giveUpMs);
          await Promise.all([sweeper.close(), followed.close()]);
          await turns.close();
          clearTimeout(timer);
          await Promise.all([guarded.destroy(), open.destroy(), sources.close()]);
        },
      ],
    };
  },
  ({ WEBHOOK_SECRETS_KEY: key }) => ({ WEBHOOK_SECRETS_KEY: keyCheck('WEBHOOK_SECRETS_KEY', key) }),
);
