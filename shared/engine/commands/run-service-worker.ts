import { randomUUID } from 'node:crypto';
import express, { type Express } from 'express';
import type { SettingsOf } from '../../platform/settings/settings.ts';
import type { Command, ServiceName, Writes } from '../../contracts/kit/define.ts';
import { listen } from '../../platform/http/listen.ts';
import { sendHealth } from '../reads/service-app.ts';
import type { Log } from '../../platform/process/log.ts';
import type { BatchModels } from './batch-models.ts';
import { driverDatabase, isConnected, type Database } from '../../platform/mongo/connect.ts';
import { readMet } from './addressed-record.ts';
import type { AddressedBy } from '../decide/addressed-record.ts';
import type { BulkModels } from './bulk-models.ts';
import { leaseModel, startHeartbeat } from '../../platform/mongo/leases.ts';
import { observeBacklog } from './observe-backlog.ts';
import type { Closers } from '../../platform/process/run-process.ts';
import { sendMetrics } from '../../platform/telemetry/metrics-endpoint.ts';
import { observeParts } from '../../platform/telemetry/observe.ts';
import { startBulkRunner, type BulkRunner } from './bulk-runner.ts';
import { closersOf } from './close-service-worker.ts';
import { startCommandWorker } from './command-worker.ts';
import type { Counter } from '../decide/decide-batch.ts';
import type { Handler, Tables } from '../decide/handler.ts';
import type { Tracked } from '../decide/ledger.ts';
import type { PlacedEntries } from '../events/placed-entries.ts';
import { startEventRelay } from '../events/relay.ts';
import { createReleaseCheck } from './later-release.ts';
import { recordParked } from './parked-record.ts';
import { createReplier } from './reply.ts';
import { leastOfLatest } from './taken-up-to.ts';
import { startParkedWork } from './parked/work-on-parked.ts';
import { createBatchRunner, type BatchStore, type RunBatch } from './run-batch.ts';

interface ServiceWorkerOptions<T extends Tables, Needs> {
  service: ServiceName;
  settings: SettingsOf<`${ServiceName}-worker`>;
  database: Database;
  batch: BatchModels;
  bulk: BulkModels;
  /** The newest version of the service's data that this release supports. */
  knowsData: number;
  store: BatchStore<T, Needs>;
  handlers: Readonly<Record<string, unknown>>;
  tracked: Tracked<T>;
  /** Decimals of the store's currency. */
  decimals: number;
  writes: Writes;
  follows: readonly string[];
  addressed: AddressedBy;
  /** Called with the event log entries that this process committed, once they have positions. */
  placed?: PlacedEntries;
  /** Called after each subscription, because the worker may have missed events before. */
  subscribed?: () => void;
  /** Closers of other work of this process that uses the database. */
  beside?: Closers;
  /** Starts background work that runs internal commands; returns its closers. */
  runsCommands?: (run: RunBatch) => Closers;
  log: Log;
}

/** Resolves when the worker consumes its queues and the relay is ready. */
export async function runServiceWorker<T extends Tables & { counters: Counter }, Needs>(
  options: ServiceWorkerOptions<T, Needs>,
): Promise<Closers> {
  const { service, settings, database, batch, log } = options;
  const { STORE_NAMESPACE: namespace, RABBITMQ_URL: url } = settings;
  const stopping = new AbortController();
  const relay = startEventRelay({
    database,
    models: batch,
    keptMs: settings.EVENT_RETENTION_DAYS * 86_400_000,
    placed: options.placed,
    url,
    namespace,
    holder: `${service}-${randomUUID()}`,
    log,
  });
  const run = createBatchRunner({
    store: options.store,
    handlers: options.handlers as Readonly<Record<string, Handler<T, Needs, Command>>>,
    changesView: options,
    committed: relay.handOver,
    log,
    signal: stopping.signal,
  });
  const leases = leaseModel(database);
  const replier = createReplier(namespace);
  const bulk = startBulkRunner({
    redisUrl: settings.REDIS_URL,
    namespace,
    service,
    models: { ...options.bulk, inbox: batch.inbox, ledger: batch.ledger },
    leases,
    run,
    replyEnded: replier.replyEnded,
    log,
  });
  const worker = startCommandWorker({
    url,
    namespace,
    service,
    follows: options.follows,
    subscribed: options.subscribed,
    run,
    replier,
    began: bulk.begin,
    recordParked: (command, reason) => recordParked(batch, command, reason),
    handBackAfterMs: settings.HAND_BACK_SECONDS * 1000,
    isOfLaterRelease: createReleaseCheck(options.handlers, options.writes),
    met: (command) => readMet(driverDatabase(database), options.addressed(command)),
    log,
  });
  const parked = startParkedWork({
    url,
    namespace,
    service,
    database,
    batch,
    addressed: options.addressed,
    leases,
    holder: randomUUID(),
    log,
  });
  const heartbeat = startHeartbeat(leases, randomUUID(), leastOfLatest(worker.takenUpTo), options.knowsData);
  const parts = () => ({
    database: isConnected(database) && !worker.isHandedBack,
    broker: worker.isConsuming || worker.isHandedBack,
  });
  observeParts(async () => ({ ...parts(), redis: bulk.queue.isOpen }));
  observeBacklog(batch, options.bulk);
  const http = await listen(createWorkerApp(parts, bulk.queue), settings, { ...settings, log });
  await Promise.all([worker.ready, relay.ready]);
  return closersOf({
    worker,
    bulk,
    beside: [parked.close, ...(options.runsCommands?.(run) ?? []), ...(options.beside ?? [])],
    database,
    stopping,
    after: [relay, heartbeat, http],
  });
}

function createWorkerApp(parts: () => Record<string, boolean>, queue: BulkRunner['queue']): Express {
  const app = express().disable('x-powered-by');
  app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/health/ready', (_request, response) => sendHealth(response, parts()));
  app.get('/metrics', sendMetrics);
  app.use('/board', queue.board('/board'));
  return app;
}
