import { randomUUID } from 'node:crypto';
import { SpanKind, type Attributes, type Span } from '@opentelemetry/api';
import { Queue, Worker, type Job, type Processor } from 'bullmq';
import type { RequestHandler } from 'express';
import type { Redis } from 'ioredis';
import { waitOf } from '../../platform/process/kill-point.ts';
import type { Log } from '../../platform/process/log.ts';
import { connectRedis } from '../../platform/redis/connect-redis.ts';
import {
  currentTraceHeaders,
  failSpan,
  inProducerSpan,
  inSpan,
  startSpanAfter,
} from '../../platform/telemetry/spans.ts';

/** `done`: the operation has ended. */
export type SliceEnd = 'more' | 'done';

export interface BulkQueue {
  /**
   * Queues the next slice of an operation. `traceparent`: the operation's trace; if undefined, the current trace. Without
   * Redis, the sweep queues the slice later.
   */
  enqueue: (operation: string, cursor: number, traceparent?: string | null) => Promise<void>;
  readonly isOpen: boolean;
  /** Returns a read-only board of the queue, for mounting at this path. */
  board: (path: string) => RequestHandler;
  close: () => Promise<void>;
}

interface SliceJob {
  operation: string;
  /** W3C trace context of the slice's work. */
  traceparent?: string;
}

interface BulkQueueOptions {
  redisUrl: string;
  namespace: string;
  service: string;
  workSlice: (operation: string) => Promise<{ end: SliceEnd; cursor: number }>;
  log: Log;
}

interface QueuePlace {
  name: string;
  prefix: string;
}

/** `after`: the id of the job that ran the slice before. */
type EnqueueSlice = (
  operation: string,
  cursor: number,
  traceparent: string | undefined,
  after?: string,
) => Promise<void>;

const concurrency = 2;
const lockMs = waitOf(30_000, 5_000);
const stalledCheckMs = waitOf(10_000, 1_000);
const tries = 10;

/**
 * One BullMQ job per slice. After each slice an operation returns to the tail of the queue, so that all operations share the
 * worker. If Redis loses a job, the sweep queues the operation again.
 */
export function startBulkQueue(options: BulkQueueOptions): BulkQueue {
  const { log } = options;
  const place = { name: `${options.service}-bulk`, prefix: `${options.namespace}:jobs` };
  const { producer, consumer } = connectRedis(options.redisUrl, log);
  const queue = openQueue(place, producer, log);
  const enqueue = createEnqueue(queue, log);
  const worker = startWorker(place, consumer, createProcessor(place, options.workSlice, enqueue), log);

  return {
    enqueue: (operation, cursor, traceparent) =>
      traceparent === undefined
        ? inEnqueueSpan(place, () => enqueue(operation, cursor, currentTraceHeaders()['traceparent']))
        : enqueue(operation, cursor, traceparent ?? undefined),
    get isOpen() {
      return producer.status === 'ready';
    },
    board: (path) => createBoard(queue, path),
    close: async () => {
      await worker.close();
      await queue.close();
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

function openQueue({ name, prefix }: QueuePlace, connection: Redis, log: Log): Queue<SliceJob> {
  const queue = new Queue<SliceJob>(name, {
    connection,
    prefix,
    defaultJobOptions: {
      attempts: tries,
      backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
      removeOnComplete: true,
      // BullMQ would ignore a new job for the same slice while it keeps the failed one.
      removeOnFail: true,
    },
  });
  queue.on('error', (error: Error) => log.debug({ err: error }, 'bulk queue not reachable'));
  return queue;
}

function createEnqueue(queue: Queue<SliceJob>, log: Log): EnqueueSlice {
  return async (operation, cursor, traceparent, after) => {
    const slice = `b-${operation}-${cursor}`;
    // If a job made no progress, the next job would get the same id, and BullMQ would ignore it as a duplicate.
    const jobId = slice === after ? `${slice}-${randomUUID()}` : slice;
    try {
      await queue.add('slice', { operation, ...(traceparent !== undefined && { traceparent }) }, { jobId });
    } catch (error) {
      log.warn({ err: error, operation }, 'bulk work could not be queued, the sweeper queues it later');
    }
  };
}

function createProcessor(
  place: QueuePlace,
  workSlice: BulkQueueOptions['workSlice'],
  enqueue: EnqueueSlice,
): Processor<SliceJob> {
  return async (job) => {
    const { operation, traceparent } = job.data;
    const span = startProcessSpan(place, job);
    try {
      const { end, cursor } = await inSpan(span, () => workSlice(operation));
      // The span of each slice is a child of the operation's start, not of the slice before it.
      if (end === 'more') await enqueue(operation, cursor, traceparent, job.id);
    } catch (error) {
      if (span) failSpan(span, error);
      throw error;
    } finally {
      span?.end();
    }
  };
}

function startWorker(
  { name, prefix }: QueuePlace,
  connection: Redis,
  processor: Processor<SliceJob>,
  log: Log,
): Worker<SliceJob> {
  const worker = new Worker<SliceJob>(name, processor, {
    connection,
    prefix,
    concurrency,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    // A job whose worker was killed is resumed up to this many times.
    maxStalledCount: 20,
  });
  worker.on('error', (error: Error) => log.debug({ err: error }, 'bulk worker not connected'));
  worker.on('failed', (job, error) =>
    log.error(
      { err: error, operation: job?.data.operation, attempt: job?.attemptsMade },
      'bulk slice failed',
    ),
  );
  return worker;
}

/** The first request loads the board, because it takes as much memory as BullMQ itself. */
function createBoard(queue: Queue<SliceJob>, path: string): RequestHandler {
  let board: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    board ??= loadBoard(queue, path);
    const serve = await board;
    await serve(request, response, next);
  };
}

async function loadBoard(queue: Queue<SliceJob>, path: string): Promise<RequestHandler> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const adapter = new ExpressAdapter();
  adapter.setBasePath(path);
  createBullBoard({ queues: [new BullMQAdapter(queue, { readOnlyMode: true })], serverAdapter: adapter });
  return adapter.getRouter() as RequestHandler;
}

function inEnqueueSpan({ name }: QueuePlace, enqueue: () => Promise<void>): Promise<void> {
  const attributes = {
    ...messagingAttributes(name),
    'messaging.operation.type': 'send',
    'messaging.operation.name': 'add',
  };
  return inProducerSpan(`${name} publish`, attributes, enqueue);
}

function startProcessSpan({ name }: QueuePlace, job: Job<SliceJob>): Span | null {
  return startSpanAfter(job.data.traceparent, `${name} process`, {
    kind: SpanKind.CONSUMER,
    attributes: {
      ...messagingAttributes(name),
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      ...(job.id !== undefined && { 'messaging.message.id': job.id }),
    },
  });
}

function messagingAttributes(name: string): Attributes {
  return { 'messaging.system': 'bullmq', 'messaging.destination.name': name };
}
