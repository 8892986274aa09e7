import { randomUUID } from 'node:crypto';
import type { ServiceName } from '../../../contracts/kit/define.ts';
import type { AddressedBy } from '../../decide/handler.ts';
import { driverDatabase, type Database } from '../../../platform/mongo/connect.ts';
import { driverCollection } from '../../../platform/mongo/driver-collection.ts';
import { taskLease } from '../../../platform/mongo/leases.ts';
import type { Log } from '../../../platform/process/log.ts';
import { pacedLoop } from '../../../platform/process/paced-loop.ts';
import type { EngineModels } from '../engine-models.ts';
import { actOnParked } from './act-on-parked.ts';
import { lookAgainForParked, openParkedQueue, type ParkedQueue } from './parked-queue.ts';
import { parkedRecords, type ParkedRecords } from './parked-records.ts';
import type { ParkedRequest } from './parked-request.ts';
import { createRedriveCheck, type RedriveObjections } from './redrive-check.ts';

const leaseMs = 10_000;
const [idleMs, pauseAfterFaultMs] = [4000, 5000];

type End = Pick<ParkedRequest, 'state' | 'detail' | 'objections'>;

/**
 * Carries out admins' requests to redrive or discard parked commands, one by one, in one worker at a time. If a worker is killed
 * half-way, the request stays open, and the next worker continues it.
 */
export function startParkedWork(options: {
  url: string;
  namespace: string;
  service: ServiceName;
  database: Database;
  models: Pick<EngineModels, 'parkedRequests' | 'leases'>;
  addressed: AddressedBy;
  log: Log;
}): { close: () => Promise<void> } {
  const { url, namespace, service, models, log } = options;
  const requests = driverCollection<ParkedRequest>(models.parkedRequests);
  const records = parkedRecords(driverDatabase(options.database));
  const objections = createRedriveCheck(driverDatabase(options.database), options.addressed);
  const lease = taskLease(models.leases, 'parked-requests', randomUUID(), leaseMs);

  const doNext = async (): Promise<boolean> => {
    const oldest = () => requests.findOne({ state: 'asked' }, { sort: { asked_at: 1 } });
    // Looks for a request before it takes the lease, because most times there is none and the lease need not be written.
    if (!(await oldest()) || !(await lease.hold())) return false;
    // Looks again: another worker may have carried out the request before this worker held the lease.
    const next = await oldest();
    if (!next) return false;
    const queue = await openParkedQueue(url, namespace, service);
    try {
      const end = await carryOut(next, { queue, records, objections });
      await requests.updateOne({ _id: next._id }, { $set: { ...end } });
      const { action, command, by } = next;
      const { state, detail } = end;
      log.info({ command_id: command, action, by, state, detail }, 'request on a parked command carried out');
    } finally {
      await queue.close();
    }
    return true;
  };

  return pacedLoop({
    round: doNext,
    idleMs,
    failed: (error) => {
      log.warn({ err: error }, 'request on a parked command cannot be carried out yet');
      return pauseAfterFaultMs;
    },
    ended: lease.release,
  });
}

interface Context {
  queue: ParkedQueue;
  records: ParkedRecords;
  objections: RedriveObjections;
}

async function carryOut(request: ParkedRequest, context: Context): Promise<End> {
  const { action, by, because, command, isForced, asked_at: askedAt } = request;
  const held = await lookAgainForParked(async () => (await context.queue.take(command))[0]);
  if (!held) {
    // A worker may have done the action and been killed before it recorded the result.
    const isDone = await context.records.wasDone(action, command, askedAt);
    return { state: isDone ? 'done' : 'absent', detail: null };
  }
  const objections = action === 'redrive' && !isForced ? await context.objections(held) : [];
  if (objections.length > 0)
    return { state: 'objections', detail: objections.map(({ detail }) => detail).join(' '), objections };
  return { state: 'done', detail: await actOnParked(held, action, { ...context, by, because }) };
}
