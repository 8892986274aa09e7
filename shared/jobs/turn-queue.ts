import { Queue, Worker } from 'bullmq';
import type { Log } from '../process/log.ts';
import { connectRedis } from './connect-redis.ts';

/** Turns of those that take them one at a time each, now or later. */
export interface TurnQueue {
  /** It has something to do now, whatever it was to wait for. Redis away: nothing happens, the sweeper asks again. */
  wake: (key: string) => Promise<void>;
  readonly isOpen: boolean;
  /** Waits for the turns under way. */
  close: () => Promise<void>;
}

interface TurnQueueOptions {
  redisUrl: string;
  namespace: string;
  name: string;
  /** So many take their turn at the same time in this process. */
  concurrency: number;
  takeTurn: (key: string) => Promise<void>;
  /** Milliseconds until it has something to do; null: nothing that is known of. */
  dueIn: (key: string) => Promise<number | null>;
  log: Log;
}

const lockMs = 10_000;
const stalledCheckMs = 5000;
/** After a turn that threw. */
const pauseMs = 2000;
/** What is due later than that, the sweeper wakes. */
const longestDelayMs = 24 * 3600 * 1000;

/**
 * One BullMQ job for each that has something to do, delayed until it has: so nobody takes two turns at once, and Redis stays small however
 * much waits. Redis holds no state of its own: what it loses, a sweeper wakes again.
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
      // It was there already, and waited for later.
      if (job && job.delay > 0) await job.promote().catch(() => undefined);
    } catch (error) {
      log.debug({ err: error, key }, 'a turn could not be queued now, the sweeper will');
    }
  };
  /** What came while the turn was ending found its job still there, and asked in vain. */
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

/** Of digits alone it would be taken for one of BullMQ's own. */
function jobIdOf(key: string): string {
  return `turn-${key}`;
}
