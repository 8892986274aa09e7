import express from 'express';
import { Redis } from 'ioredis';
import { serviceNames, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { readGatewayConfig, type GatewayConfig } from '#shared/process/gateway-config.ts';
import type { Log } from '#shared/process/log.ts';
import { lingerMs, listen, listenOn } from '#shared/http/listen.ts';
import { redisOptions, watchRedis } from '#shared/jobs/connect-redis.ts';
import { endWith, runProcess } from '#shared/process/run-process.ts';
import { sendMetrics } from '#shared/telemetry/metrics-endpoint.ts';
import { observeParts } from '#shared/telemetry/observe.ts';
import { createGatewayApp } from './app.ts';
import { createAuthenticator } from './auth/authenticate.ts';
import type { WaysIn } from './console/create-console.ts';
import { createCommandSender } from './writes/command-sender.ts';
import { startDiskWatch } from './writes/disk-watch.ts';
import { watchIdentity } from './writes/watch-identity.ts';
import { createFeed } from './events/feed.ts';
import { createReadServiceLog } from './events/service-log.ts';
import { mountHealth } from './http/health.ts';
import { createPublicServer } from './http/public-server.ts';
import { createInFlightLimit } from './limits/in-flight-limit.ts';
import { createOpenReads } from './limits/open-reads.ts';
import { createQueuedRecords } from './operations/queued-records.ts';
import { startUnseenWatch } from './operations/watch-unseen.ts';
import { createRateLimiter } from './limits/rate-limit.ts';
import { createSlowReaders } from './limits/slow-readers.ts';
import { connections, createServiceClient } from './reads/service-client.ts';
import { createOpenIdProvider } from './session/openid-provider.ts';
import { createSessionStore, longestSessionMs, type SessionStore } from './session/session-store.ts';
import { createUseLink } from './session/sign-in-link.ts';

const longestBrokerWaitMs = 5000;
const longestServiceWaitMs = 2000;

runProcess('gateway', readGatewayConfig, async (config, log) => {
  const redis = new Redis(config.redisUrl, {
    ...redisOptions,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 3000,
  });
  watchRedis([redis], log);
  const services = createServiceClient(config.services, log);
  const identity = watchIdentity(services, config.identity, { refuse: endWith });
  const feed = createFeed(serviceNames, createReadServiceLog(services));
  const sender = createCommandSender({ url: config.rabbitmqUrl, namespace: config.namespace, log });
  const unseen = startUnseenWatch(services, log);
  const disks = startDiskWatch(services, config.keptFreeDiskBytes);
  const isReady = async (service: ServiceName) =>
    (await services.isReady(service)) && identity.isCompared(service);
  let isStopping = false;
  const health = {
    isStopping: () => isStopping,
    parts: async () => {
      const [catalog, orders, webhooks, workers] = await Promise.all([
        isReady('catalog'),
        isReady('orders'),
        isReady('webhooks'),
        sender.askWorkers(),
      ]);
      return {
        broker: sender.isOpen,
        redis: redis.status === 'ready',
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
  const slowReaders = createSlowReaders({ timeoutMs: config.limits.slowReaderTimeoutMs });
  const { waitingMs } = slowReaders;
  const store = createSessionStore({
    redis,
    namespace: config.namespace,
    secret: config.idKeys.commands,
    idleMs: config.sessionIdleMs,
  });
  const app = createGatewayApp({
    config,
    authenticate: await createAuthenticator(config.auth),
    sessionStore: store,
    waysIn: await waysIn(config, store, log),
    take: createRateLimiter({ redis, namespace: config.namespace }),
    inFlight: createInFlightLimit({ redis, namespace: config.namespace, limit: config.unfinishedPerCaller }),
    disks,
    identity,
    openReads: createOpenReads({ perCaller: config.openReadsPerCaller, connections, waitingMs }),
    sender,
    unseen,
    queuedRecords: createQueuedRecords({ redis, namespace: config.namespace }),
    services,
    feed,
    health,
    log,
  });
  const server = createPublicServer(
    app,
    { ...config.limits, isBehindProxy: config.trustProxyHops > 0 },
    { ...config, log },
  );
  slowReaders.watch(server);
  // Without a broker, the gateway can still serve reads, and it accepts writes once the broker is back. So wait only briefly.
  await Promise.all([
    atMost(longestBrokerWaitMs, sender.ready),
    atMost(longestServiceWaitMs, identity.compared),
  ]);
  const http = await listenOn(server, config);
  const inside = express().disable('x-powered-by').get('/metrics', sendMetrics);
  // Health is also served on the internal port. Otherwise a probe would restart a gateway whose public port has no free
  // connection.
  mountHealth(inside, health);
  const internal = await listen(
    inside,
    { ...config, port: config.internalPort, setting: 'INTERNAL_PORT' },
    { ...config, log },
  );
  return [
    () => {
      isStopping = true;
      feed.close();
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

/** Sign-in links work only with the store's own keys. With an identity provider, the tokens from links would be invalid. */
async function waysIn({ auth, openId }: GatewayConfig, store: SessionStore, log: Log): Promise<WaysIn> {
  const { jwksUrl, keysDir } = auth;
  const useLink = jwksUrl === null ? await createUseLink({ keysDir, store, longestSessionMs }) : null;
  return { useLink, provider: openId && createOpenIdProvider(openId, log) };
}

async function atMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  await Promise.race([awaited, new Promise((resolve) => setTimeout(resolve, ms))]);
}
