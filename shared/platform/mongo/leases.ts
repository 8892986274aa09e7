import type { Model } from 'mongoose';
import { waitOf } from '../process/kill-point.ts';
import { isDuplicateKey } from './faults.ts';
import { collectionSchema, dates, numbers, texts } from './collection-schema.ts';
import type { Database } from './connect.ts';
import { operator } from './operator.ts';

/** The right of one process to run the task `_id`, until a time on the database's clock. A process's own clock may jump. */
export interface Lease {
  _id: string;
  holder: string;
  until: Date;
  /** In a worker's heartbeat: the worker has received all commands that were accepted before this time. Null if unknown. */
  taken_up_to?: string | null;
  /** In a worker's heartbeat: the newest version of the service's data that the worker supports. */
  knows_data?: number;
}

export function leaseModel(database: Database): Model<Lease> {
  const schema = collectionSchema<Lease>('leases', {
    ...texts('_id', 'holder', 'taken_up_to'),
    ...dates('until'),
    ...numbers('knows_data'),
  });
  return (database.models['Lease'] as Model<Lease> | undefined) ?? database.model<Lease>('Lease', schema);
}

/** Acquires or renews the lease. False while another process holds it. All holders of a task must use about the same `forMs`. */
export async function holdLease(
  leases: Model<Lease>,
  task: string,
  holder: string,
  forMs: number,
  reported: Pick<Lease, 'taken_up_to' | 'knows_data'> = {},
): Promise<boolean> {
  // The clock of a former primary may have been ahead. A lease that it wrote could otherwise stay with a dead holder for hours.
  const isTooLong = { $gt: ['$until', { $add: ['$$NOW', 2 * forMs] }] };
  const isFree = { $or: [{ $eq: ['$holder', holder] }, { $lt: ['$until', '$$NOW'] }, isTooLong] };
  const held = {
    holder: { $cond: [isFree, holder, '$holder'] },
    until: { $cond: [isFree, { $add: ['$$NOW', forMs] }, '$until'] },
  };
  try {
    const lease = await leases
      .findOneAndUpdate({ _id: task }, [{ $set: { ...held, ...reported } }], {
        upsert: true,
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<Lease>();
    return lease.holder === holder;
  } catch (error) {
    // Another process has just acquired the lease.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

export type TaskLease = ReturnType<typeof taskLease>;

/** Lets one process at a time run a task. The process keeps the lease as long as it calls `hold` often enough. */
export function taskLease(leases: Model<Lease>, task: string, holder: string, forMs: number) {
  let heldUntil = 0;
  return {
    /** Acquires or renews the lease. Asks the database only after half of the lease time, by a monotonic clock. */
    hold: async (): Promise<boolean> => {
      const asked = performance.now();
      if (heldUntil - asked > forMs / 2) return true;
      if (!(await holdLease(leases, task, holder, forMs))) return false;
      heldUntil = asked + forMs;
      return true;
    },
    /** Whether this process holds the lease, as far as it knows. */
    get isHeld() {
      return heldUntil > performance.now();
    },
    /** Call it if another process turns out to hold the lease. The next `hold` then asks the database. */
    forget: (): void => {
      heldUntil = 0;
    },
    release: async (): Promise<void> => {
      await leases.deleteOne({ _id: task, holder }).catch(() => undefined);
    },
  };
}

const workerTask = 'worker-alive:';
const ofWorkers = operator({ $gt: workerTask, $lt: `${workerTask}~` });
const aliveMs = waitOf(12_000, 4000);
const beatMs = waitOf(4000, 1000);
const endedKeptMs = 24 * 3600 * 1000;

/** Reports that this worker is alive, which commands it has received, and the newest data version that it supports. */
export function startHeartbeat(
  leases: Model<Lease>,
  holder: string,
  takenUpTo: () => string | null,
  knowsData: number,
): { close: () => Promise<void> } {
  const task = workerTask + holder;
  const reported = (): string | null => {
    try {
      return takenUpTo();
    } catch {
      // The worker is alive even without this value, and an error in a timer would end the process.
      return null;
    }
  };
  const beat = () => {
    holdLease(leases, task, holder, aliveMs, { taken_up_to: reported(), knows_data: knowsData }).catch(
      () => undefined,
    );
  };
  beat();
  // A killed worker leaves its heartbeat behind.
  const ended = operator({ $lt: ['$until', { $subtract: ['$$NOW', endedKeptMs] }] });
  leases.deleteMany({ _id: ofWorkers, $expr: ended }).catch(() => undefined);
  const timer = setInterval(beat, beatMs);
  return {
    close: async () => {
      clearInterval(timer);
      await leases.deleteOne({ _id: task }).catch(() => undefined);
    },
  };
}

export interface WorkersAlive {
  isWorkerAlive: boolean;
  /** Workers have received all commands that the gateways accepted before this time. Null if unknown. */
  takenUpTo: string | null;
}

/** Whether a worker is alive that does not report support for this version of the data. */
export async function isEarlierWorkerAlive(leases: Model<Lease>, version: number): Promise<boolean> {
  const alive = await aliveWorkers(leases);
  return alive.some(({ knows_data: known = 0 }) => known < version);
}

/** Combines the heartbeats of this service's living workers. */
export async function askWorkers(leases: Model<Lease>): Promise<WorkersAlive> {
  const alive = await aliveWorkers(leases);
  const moments = alive.map((worker) => worker.taken_up_to ?? null);
  const [oldest = null] = moments.includes(null) ? [] : moments.sort();
  return { isWorkerAlive: alive.length > 0, takenUpTo: oldest };
}

function aliveWorkers(leases: Model<Lease>): Promise<Lease[]> {
  return leases
    .find({ _id: ofWorkers, $expr: operator({ $gt: ['$until', '$$NOW'] }) })
    .lean<Lease[]>()
    .exec();
}
