import { Queue, Worker } from 'bullmq';
import type { Log } from '../../platform/process/log.ts';
import { connectRedis } from '../../platform/redis/connect-redis.ts';

interface TurnQueueOptions {
  redisUrl: string;
  namespace: string;
  name: string;
  /** The maximum number of concurrent turns in this process. */
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
 * Runs a task for each key, now or later; one run is a turn. Keeps one BullMQ job for each key with work, delayed until the
 * work is due. A key therefore never has two turns at the same time, and Redis stays small even if much work waits. Redis
 * holds no state of its own: a sweeper wakes keys whose jobs Redis has lost.
 */
export function startTurnQueue(options: TurnQueueOptions) {
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
  /** Makes the key's turn due now, even if it was delayed. Without Redis, the sweeper wakes the key later. */
  const wake = async (key: string): Promise<void> => {
    try {
      await add(key, 0);
      const job = await queue.getJob(jobIdOf(key));
      // If the job existed already, `add` had no effect. So make a delayed job due now.
      if (job && job.delay > 0) await job.promote().catch(() => undefined);
    } catch (error) {
      log.debug({ err: error, key }, 'a turn could not be queued, the sweeper queues it later');
    }
  };
  /**
   * Work may have arrived while the turn ended. The `wake` of this work then found the old job and had no effect. So looks
   * for work again.
   */
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
    close: async () => {
      await worker.close();
      await queue.close();
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** BullMQ reserves ids that consist only of digits for itself, hence the prefix. */
function jobIdOf(key: string): string {
  return `turn-${key}`;
}
