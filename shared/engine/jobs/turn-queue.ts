import { SpanKind, type Attributes } from '@opentelemetry/api';
import { Queue, Worker, type Job } from 'bullmq';
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

interface TurnQueueOptions {
  redisUrl: string;
  namespace: string;
  name: string;
  /** The field of a job's data that has the key. Workers of other releases read it too. */
  keyField: 'key' | 'operation';
  /** How many turns (runs of the task for a key) this process runs at the same time. */
  concurrency: number;
  takeTurn: (key: string) => Promise<void>;
  /** Milliseconds until there is work for the key; null if no work is known. */
  dueIn: (key: string) => Promise<number | null>;
  log: Log;
}

/** `traceparent`: W3C trace context of the key's work. */
type TurnData = Partial<Record<TurnQueueOptions['keyField'] | 'traceparent', string>>;

const lockMs = waitOf(10_000, 5000);
const stalledCheckMs = waitOf(5000, 1000);
/** The delay after a turn (a run of the task) that failed. */
const pauseMs = 2000;
/** The longest delay of a job in ms. If a key is due later, the sweeper wakes it. */
const longestDelayMs = 24 * 3600 * 1000;

/**
 * Runs a task for each key, now or later. One run is a turn. A key with work has one BullMQ job, delayed until the work is due.
 * So a key never has two turns at the same time, and goes to the end of the queue after each turn. Redis stays small even if
 * much work waits. Nothing is lost if Redis loses its jobs, because a sweeper wakes their keys.
 */
export function startTurnQueue(options: TurnQueueOptions) {
  const { namespace, name, keyField, takeTurn, dueIn, log } = options;
  const place = { prefix: `${namespace}:jobs` };
  const { producer, consumer } = connectRedis(options.redisUrl, log);
  const queue = new Queue<TurnData>(name, {
    ...place,
    connection: producer,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', (error: Error) => log.debug({ err: error, name }, 'job queue not reachable'));
  const keyOf = (data: TurnData) => data[keyField] ?? '';

  const add = async (data: TurnData, delay: number): Promise<void> => {
    await queue.add('turn', data, { jobId: jobIdOf(keyOf(data)), delay: Math.min(delay, longestDelayMs) });
  };
  /** Makes the key's next turn due now, even if it was delayed. If Redis does not respond, a sweeper wakes the key later. */
  const wake = async (key: string, traceparent?: string | null): Promise<void> => {
    try {
      await add({ [keyField]: key, ...(traceparent && { traceparent }) }, 0);
      const job = await queue.getJob(jobIdOf(key));
      // If the job existed already, `add` had no effect. If it is delayed, makes it due now.
      if (job && job.delay > 0) await job.promote().catch(() => undefined);
    } catch (error) {
      log.debug({ err: error, name, key }, 'a run of this job could not be queued, a sweep queues it later');
    }
  };
  /** Queues the key again after a turn if it has more work. A `wake` during the turn had no effect: the job still existed. */
  const goOn = async (data: TurnData): Promise<void> => {
    try {
      const due = await dueIn(keyOf(data));
      if (due !== null) await add(data, due);
    } catch (error) {
      log.debug(
        { err: error, name, key: keyOf(data) },
        'the next run of this job could not be queued, a sweep queues it later',
      );
    }
  };

  const worker = new Worker<TurnData>(name, (job) => inTurnSpan(name, job, () => takeTurn(keyOf(job.data))), {
    ...place,
    connection: consumer,
    concurrency: options.concurrency,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    maxStalledCount: 1_000_000,
  });
  worker.on('error', (error: Error) => log.debug({ err: error, name }, 'job worker not connected'));
  /** The running calls of `goOn`, each after a turn that has ended. */
  const ended = new Set<Promise<void>>();
  worker.on('completed', ({ data }) => {
    const goingOn = goOn(data).finally(() => ended.delete(goingOn));
    ended.add(goingOn);
  });
  worker.on('failed', (job, error) => {
    log.warn(
      { err: error, name, key: job && keyOf(job.data) },
      'a run of this job failed, it is tried again',
    );
    // A job that release 0.6.0 queued allows several attempts, and BullMQ itself repeats it. So this queues the key only after
    // the last attempt.
    if (job && job.attemptsMade >= (job.opts.attempts ?? 1)) add(job.data, pauseMs).catch(() => undefined);
  });

  return {
    wake,
    /** Like `wake`, within a new span of the current trace. The spans of the key's runs (turns) become children of this span. */
    wakeInTrace: (key: string): Promise<void> =>
      inProducerSpan(`${name} publish`, spanAttributes(name, 'send', 'add'), () =>
        wake(key, currentTraceHeaders()['traceparent'] ?? null),
      ),
    get isOpen() {
      return producer.status === 'ready';
    },
    close: async (): Promise<void> => {
      await worker.close();
      await Promise.all(ended);
      await queue.close();
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** The ids need a prefix, because BullMQ reserves ids of digits for itself. */
function jobIdOf(key: string): string {
  return `turn-${key}`;
}

/** The parent is the span that first woke the key. The span of the previous turn would be the wrong parent. */
async function inTurnSpan(name: string, job: Job<TurnData>, turn: () => Promise<void>): Promise<void> {
  const span = startSpanAfter(job.data.traceparent, `${name} process`, {
    kind: SpanKind.CONSUMER,
    attributes: {
      ...spanAttributes(name, 'process', 'process'),
      ...(job.id !== undefined && { 'messaging.message.id': job.id }),
    },
  });
  try {
    await inSpan(span, turn);
  } catch (error) {
    if (span) failSpan(span, error);
    throw error;
  } finally {
    span?.end();
  }
}

function spanAttributes(name: string, type: 'send' | 'process', operation: string): Attributes {
  return {
    'messaging.system': 'bullmq',
    'messaging.destination.name': name,
    'messaging.operation.type': type,
    'messaging.operation.name': operation,
  };
}
