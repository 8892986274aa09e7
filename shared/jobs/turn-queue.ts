import { Queue, Worker } from 'bullmq';
import type { Log } from '../process/log.ts';
import { connectRedis } from './connect-redis.ts';

/** Runs turns for keys, now or later; one key has one turn at a time. */
export interface TurnQueue {
  /** Makes the key's turn due now, even if that turn was delayed. Without Redis it does nothing, and the sweeper wakes the key again. */
  wake: (key: string) => Promise<void>;
  readonly isOpen: boolean;
  /** Waits for the running turns. */
  close: () => Promise<void>;
}

interface TurnQueueOptions {
  redisUrl: string;
  namespace: string;
  name: string;
  /** The maximum number of turns that run concurrently in this process. */
  concurrency: number;
  takeTurn: (key: string) => Promise<void>;
  /** Milliseconds until the key has work; null if none is known. */
  dueIn: (key: string) => Promise<number | null>;
  log: Log;
}

const lockMs = 10_000;
const stalledCheckMs = 5000;
/** The delay after a turn that threw. */
const pauseMs = 2000;
/** The longest delay of a job; the sweeper wakes keys that are due later. */
const longestDelayMs = 24 * 3600 * 1000;

/**
 * One BullMQ job for each key with work, delayed until it is due. So a key never has two turns at the same
 * time, and Redis stays small however much work waits. Redis holds no state of its own: a sweeper wakes lost
 * keys again.
 */
export function startTurnQueue(options: TurnQueueOptions): TurnQueue {
  const { namespace, name, takeTurn, dueIn, log } = options;
  const place = { prefix: `${namespace}:jobs` };
  const { producer, consumer } = connectRedis(options.redisUrl, log);
  const queue = new Queue<{ key: string }>(name, {
    ...place,
    connection: producer,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  queue.on('error', (error: Error) => log.debug({ err: error }, 'turn queue not reachable'));

  const add = async (key: string, delay: number): Promise<void> => {
    await queue.add('turn', { key }, { jobId: jobIdOf(key), delay: Math.min(delay, longestDelayMs) });
  };
  const wake = async (key: string): Promise<void> => {
    try {
      await add(key, 0);
      const job = await queue.getJob(jobIdOf(key));
      // The job exists already but is delayed, so make it due now.
      if (job && job.delay > 0) await job.promote().catch(() => undefined);
    } catch (error) {
      log.debug({ err: error, key }, 'a turn could not be queued, the sweeper queues it later');
    }
  };
  /** If work arrived while the turn ended, its wake found the old job and had no effect. So check again here. */
  const goOn = async (key: string): Promise<void> => {
    const due = await dueIn(key);
    if (due !== null) await add(key, due);
  };
  const worker = new Worker<{ key: string }>(name, ({ data }) => takeTurn(data.key), {
    ...place,
    connection: consumer,
    concurrency: options.concurrency,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    maxStalledCount: 1_000_000,
  });
  worker.on('error', (error: Error) => log.debug({ err: error }, 'turn worker not connected'));
  worker.on('completed', ({ data: { key } }) => {
    goOn(key).catch((error: unknown) =>
      log.debug({ err: error, key }, 'the next turn is left to the sweeper'),
    );
  });
  worker.on('failed', (job, error) => {
    log.warn({ err: error, key: job?.data.key }, 'a turn failed');
    if (job) add(job.data.key, pauseMs).catch(() => undefined);
  });
  return {
    wake,
    get isOpen() {
      return producer.status === 'ready';
    },
    close: async () => {
      await worker.close();
      await queue.close();
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** BullMQ reserves ids that consist only of digits for itself, so the id gets a prefix. */
function jobIdOf(key: string): string {
  return `turn-${key}`;
}
