import { randomUUID } from 'node:crypto';
import express, { type Express } from 'express';
import { listen, type Address } from '../../platform/http/listen.ts';
import { createBells, type Bells } from '../../platform/amqp/bells.ts';
import { driverDatabase, isConnected } from '../../platform/mongo/connect.ts';
import { startHeartbeat } from '../../platform/mongo/leases.ts';
import { newestVersion } from '../../platform/mongo/service-data.ts';
import type { KeyChecks } from '../../platform/process/key-checks.ts';
import { runProcess, type Closers } from '../../platform/process/run-process.ts';
import type { SettingsOf } from '../../platform/settings/settings.ts';
import { observeParts } from '../../platform/telemetry/observe.ts';
import { counterRepairs } from '../audit/counters.ts';
import type { AuditSection } from '../audit/run-audit.ts';
import { scheduleAudit } from '../audit/schedule-audit.ts';
import { readMet } from '../commands/addressed-record.ts';
import type { Write } from '../commands/batch-store.ts';
import { startBulkRunner } from '../commands/bulk-runner.ts';
import { startCommandWorker, type CommandWorker } from '../commands/command-worker.ts';
import { createReleaseCheck } from '../commands/delivery.ts';
import { observeBacklog } from '../commands/observe-backlog.ts';
import { recordParked } from '../commands/inbox.ts';
import { startParkedWork } from '../commands/parked/work-on-parked.ts';
import { createReplier } from '../commands/reply.ts';
import { createBatchRunner, type RunBatch } from '../commands/run-batch.ts';
import { createSelectRecords } from '../commands/select-records.ts';
import { leastOfLatest } from '../commands/taken-up-to.ts';
import { selectsRecords } from '../decide/bulk-start.ts';
import { startEventRelay } from '../events/relay.ts';
import { mountHealth } from '../reads/service-app.ts';
import type { Service, ServiceContext, ShapeWithProcesses } from './define-service.ts';
import { openService, type Opened } from './open-service.ts';

/** The parts that a service's worker has in addition to the work of every worker. */
interface WorkerParts<S extends ShapeWithProcesses> {
  own: S['own'];
  /** Functions that close whatever uses the database. */
  closers?: Closers;
  /** Starts background work that runs its own commands through `run`. */
  runsCommands?: (run: RunBatch) => Closers;
  /** Called with each batch's writes after its commit. Also called after an error, because the commit may have happened. */
  committed?: (writes: readonly Write<S['tables']>[]) => void;
  /** Called after each subscription, because the worker may have missed events before the subscription. */
  subscribed?: () => void;
  /** Audit sections that use connections of the worker, such as its client of the catalog service. */
  sections?: readonly AuditSection[];
}

/** Runs a service's worker: commands and events from the broker, bulk work, the event relay and the scheduled audit. */
export function runServiceWorker<S extends ShapeWithProcesses>(
  service: Service<S>,
  start: (
    /** `bells`: messages that wake the worker's background jobs. */
    opened: Opened<S, `${S['name']}-worker`> & { bells: Bells },
  ) => Promise<WorkerParts<S>> | WorkerParts<S>,
  keysOf?: (settings: SettingsOf<`${S['name']}-worker`>) => KeyChecks,
): void {
  runProcess<`${S['name']}-worker`>(`${service.name}-worker`, async (settings, log) => {
    const opened = await openService<S, `${S['name']}-worker`>(service, settings, log, keysOf?.(settings));
    const { STORE_NAMESPACE: namespace } = opened.settings;
    const bells = createBells({ namespace, service: service.name, log });
    return startWorker(service, opened, bells, await start({ ...opened, bells }));
  });
}

/** Starts the parts of a worker. Resolves when the worker consumes its queues and the relay is ready. */
async function startWorker<S extends ShapeWithProcesses>(
  service: Service<S>,
  opened: Opened<S, `${S['name']}-worker`>,
  bells: Bells,
  parts: WorkerParts<S>,
): Promise<Closers> {
  const { settings, database, models, units, log } = opened;
  const { name, addressed, tracked } = service;
  const { STORE_NAMESPACE: namespace, RABBITMQ_URL: url } = settings;
  const context = { ...opened, own: parts.own } as ServiceContext<S>;
  const handlers = service.handlers(context);
  const stopping = new AbortController();
  const relay = startEventRelay({
    database,
    models,
    keptMs: settings.EVENT_RETENTION_DAYS * 86_400_000,
    service: name,
    bells,
    url,
    namespace,
    holder: `${name}-${randomUUID()}`,
    log,
  });
  const run = createBatchRunner({
    store: service.openStore(context, {
      select: createSelectRecords(service.lists(models, units)),
      committed: parts.committed,
    }),
    handlers,
    changesView: { tracked, addressed, decimals: units.currencyDecimals },
    committed: relay.committed,
    log,
    signal: stopping.signal,
  });
  const replier = createReplier(namespace, log);
  const bulk = startBulkRunner({
    redisUrl: settings.REDIS_URL,
    namespace,
    service: name,
    models,
    run,
    replyEnded: replier.replyEnded,
    log,
  });
  const worker = startCommandWorker({
    url,
    namespace,
    service: name,
    follows: service.follows ?? [],
    subscribed: parts.subscribed,
    run,
    replier,
    bells,
    began: bulk.begin,
    recordParked: (command, reason) => recordParked(models, command, reason),
    handBackAfterMs: settings.HAND_BACK_SECONDS * 1000,
    isOfLaterRelease: createReleaseCheck(handlers, service.writes),
    selects: ({ command }) => service.writes[command.type]?.bulk === true && selectsRecords(command),
    met: (command) => readMet(driverDatabase(database), addressed(command)),
    log,
  });
  const parked = startParkedWork({ url, namespace, service: name, database, models, addressed, log });
  const audit = scheduleAudit({
    database,
    leases: models.leases,
    sections: [...service.sections({ keepsBaselines: true }), ...(parts.sections ?? [])],
    judges: service.repairs,
    repairs: counterRepairs,
    everyMs: settings.AUDIT_INTERVAL_HOURS * 3_600_000,
    log,
  });
  const heartbeat = startHeartbeat(
    models.leases,
    randomUUID(),
    leastOfLatest(worker.takenUpTo),
    newestVersion(service.data),
  );
  const health = () => ({
    database: isConnected(database) && !worker.isHandedBack,
    broker: worker.isConsuming || worker.isHandedBack,
  });
  observeParts(async () => ({ ...health(), redis: bulk.queue.isOpen }));
  observeBacklog(models);
  const http = await listen(createWorkerApp(health), workerAddress(settings), { ...settings, log });
  await Promise.all([worker.ready, relay.ready]);
  return closersOf({
    worker,
    bulk,
    beside: [parked.close, ...(parts.runsCommands?.(run) ?? []), audit.close, ...(parts.closers ?? [])],
    database,
    stopping,
    after: [relay, heartbeat, http],
  });
}

/** If api and worker run in one process, the api has PORT. So the worker listens on WORKER_PORT if that is set. */
function workerAddress({ HOST, PORT, WORKER_PORT: port }: SettingsOf<'catalog-worker'>): Address {
  return port === null ? { HOST, PORT } : { HOST, PORT: port, setting: 'WORKER_PORT' };
}

function createWorkerApp(health: () => Record<string, boolean>): Express {
  const app = express().disable('x-powered-by');
  mountHealth(app, health);
  return app;
}

interface Closable {
  close: () => Promise<unknown>;
}

interface RunningParts {
  worker: Pick<CommandWorker, 'close' | 'handBack'>;
  bulk: Closable;
  beside: Closers;
  /** These parts are closed in this order, after the worker and the bulk work. */
  after: readonly Closable[];
  database: Closable;
  /** Stops batches that wait for an unavailable database. */
  stopping: AbortController;
}

const giveUpMs = 5000;

/**
 * Closes command and bulk processing first, so that other workers receive the messages. The parts in `beside` begin to close at
 * the same time. The shutdown waits for them last, because a call to a hanging database may take longer than the shutdown may.
 */
export function closersOf(parts: RunningParts, afterMs = giveUpMs): Closers {
  const { beside, after, database } = parts;
  let ended: Promise<unknown> = Promise.resolve();
  return [
    () => {
      ended = Promise.allSettled(beside.map((close) => close()));
      return closeWork(parts, afterMs);
    },
    ...after.map((one) => () => one.close()),
    () => ended,
    () => database.close(),
  ];
}

async function closeWork({ worker, bulk, stopping }: RunningParts, afterMs: number): Promise<void> {
  // Abandons batches that still wait for the database. They are not acked, so the next worker runs them.
  const giveUp = setTimeout(() => {
    stopping.abort();
    worker.handBack();
  }, afterMs);
  await worker.close();
  await bulk.close();
  clearTimeout(giveUp);
}
