import express from 'express';
import { Redis } from 'ioredis';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { idKeyChecks, idKeys, pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { createBells } from '#shared/platform/amqp/bells.ts';
import { lingerMs, listen, listenOn } from '#shared/platform/http/listen.ts';
import { isReplying, redisOptions, watchRedis } from '#shared/platform/redis/connect-redis.ts';
import { endWith, runProcess } from '#shared/platform/process/run-process.ts';
import { storeUnits } from '#shared/platform/process/store-identity.ts';
import { sendMetrics } from '#shared/platform/telemetry/metrics-endpoint.ts';
import { observeParts } from '#shared/platform/telemetry/observe.ts';
import { createGatewayApp } from './app.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import { createCommandSender } from './commands/command-sender.ts';
import { startDiskWatch } from './commands/disk-watch.ts';
import { watchIdentity } from './commands/watch-identity.ts';
import { createFeed } from './events/feed.ts';
import { createReadServiceLog } from './events/service-log.ts';
import { mountHealth } from './http/health.ts';
import { createPublicServer } from './http/public-server.ts';
import { createInFlightLimit } from './limits/in-flight-limit.ts';
import { createOpenReads } from './limits/open-reads.ts';
import { createQueuedRecords } from './commands/queued-records.ts';
import { startUnseenWatch } from './commands/watch-unseen.ts';
import { createRateLimiter } from './limits/rate-limit.ts';
import { createSlowReaders } from './limits/slow-readers.ts';
import { connections, createServiceClient } from './reads/service-client.ts';
import { createOpenIdProvider } from './session/openid-provider.ts';
import { createSessionStore } from './session/session-store.ts';
import { createUseLink } from './session/sign-in-link.ts';

const longestBrokerWaitMs = 5000;
const longestServiceWaitMs = 2000;
const longestRedisWaitMs = 1000;
/** When the gateway stops, it waits this long for the outcomes of writes. The remaining writes then get 202. */
const waitsEndAfterMs = lingerMs + 5500;

runProcess('gateway', async (settings, log) => {
  const namespace = settings.STORE_NAMESPACE;
  const redis = new Redis(settings.REDIS_URL, {
    ...redisOptions,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3000,
  });
  watchRedis([redis], log);
  const services = createServiceClient(
    {
      catalog: { url: settings.CATALOG_URL, proof: pairSecret('GATEWAY_CATALOG_SECRET', settings) },
      orders: { url: settings.ORDERS_URL, proof: pairSecret('GATEWAY_ORDERS_SECRET', settings) },
      webhooks: { url: settings.WEBHOOKS_URL, proof: pairSecret('GATEWAY_WEBHOOKS_SECRET', settings) },
    },
    log,
  );
  const own = { ...storeUnits(settings), keys: idKeyChecks(settings) };
  const identity = watchIdentity(services, own, { refuse: endWith });
  const bells = createBells({ namespace, log });
  const feed = createFeed(createReadServiceLog(services, log), bells);
  const sender = createCommandSender({ url: settings.RABBITMQ_URL, namespace, bells, log });
  const unseen = startUnseenWatch(services, log);
  const disks = startDiskWatch(services, settings.KEPT_FREE_DISK_MIB * 1024 ** 2);
  const isReady = async (service: ServiceName) =>
    (await services.isReady(service)) && identity.isCompared(service);
  let isStopping = false;
  const health = {
    isStopping: () => isStopping,
    parts: async () => {
      const [redisReplies, catalog, orders, webhooks, workers] = await Promise.all([
        isReplying(redis, longestRedisWaitMs),
        isReady('catalog'),
        isReady('orders'),
        isReady('webhooks'),
        sender.askWorkers(),
      ]);
      return {
        broker: sender.isOpen,
        redis: redisReplies,
        catalog,
        orders,
        webhooks,
        catalog_workers: workers.catalog,
        orders_workers: workers.orders,
        catalog_disk: disks.hasRoom('catalog'),
        orders_disk: disks.hasRoom('orders'),
        webhooks_workers: workers.webhooks,
        webhooks_disk: disks.hasRoom('webhooks'),
      };
    },
  };
  observeParts(health.parts);
  const slowReaders = createSlowReaders({ timeoutMs: settings.SLOW_READER_TIMEOUT_SECONDS * 1000 });
  const { waitingMs } = slowReaders;
  const store = createSessionStore({
    redis,
    namespace,
    secret: idKeys(settings).commands,
    idleMs: settings.SESSION_IDLE_MINUTES * 60_000,
  });
  const { AUTH_JWKS_URL: jwksUrl, AUTH_KEYS_DIR: keysDir } = settings;
  const app = createGatewayApp({
    settings,
    authenticate: await createAuthenticator(settings),
    sessionStore: store,
    waysIn: {
      // With an identity provider, sign-in links are off, because the gateway rejects tokens that the store's own keys signed.
      useLink: jwksUrl === null ? await createUseLink({ keysDir, store }) : null,
      provider: createOpenIdProvider(settings, log),
    },
    take: createRateLimiter({ redis, namespace }),
    inFlight: createInFlightLimit(settings.UNFINISHED_OPERATIONS_PER_CALLER),
    disks,
    identity,
    openReads: createOpenReads({ perCaller: settings.OPEN_READS_PER_CALLER, connections, waitingMs }),
    sender,
    unseen,
    queuedRecords: createQueuedRecords({ redis, namespace }),
    services,
    feed,
    health,
    log,
  });
  const certified = { ...settings, log };
  const server = createPublicServer(app, settings, certified);
  slowReaders.watch(server);
  // Without a broker, the gateway can still serve reads, and it accepts writes once the broker is back. So wait only briefly.
  await Promise.all([
    atMost(longestBrokerWaitMs, sender.ready),
    atMost(longestServiceWaitMs, identity.compared),
  ]);
  const http = await listenOn(server, settings);
  const inside = express().disable('x-powered-by').get('/metrics', sendMetrics);
  // Health is also served here, so that a probe does not restart a gateway whose public port has no free connection.
  mountHealth(inside, health);
  const { HOST, INTERNAL_PORT: PORT } = settings;
  const internal = await listen(inside, { HOST, PORT, setting: 'INTERNAL_PORT' }, certified);
  return [
    () => {
      isStopping = true;
      feed.close();
      setTimeout(sender.endWaits, waitsEndAfterMs).unref();
      return http.close({ lingerMs });
    },
    () => internal.close(),
    async () => unseen.close(),
    async () => disks.close(),
    async () => identity.close(),
    () => sender.close(),
    () => services.close(),
    async () => redis.disconnect(),
  ];
});

async function atMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  await Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, ms))]);
}
