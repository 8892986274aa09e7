import { randomUUID } from 'node:crypto';
import type { ServiceName } from '../../../contracts/kit/define.ts';
import { detail } from '../../../contracts/errors.ts';
import type { AddressedBy } from '../../decide/handler.ts';
import { driverDatabase, type Database } from '../../../platform/mongo/connect.ts';
import { driverCollection } from '../../../platform/mongo/driver-collection.ts';
import { taskLease } from '../../../platform/mongo/leases.ts';
import { storeIn, storeNow } from '../../../platform/mongo/store-clock.ts';
import type { Log } from '../../../platform/process/log.ts';
import { pacedLoop } from '../../../platform/process/paced-loop.ts';
import type { EngineModels } from '../engine-models.ts';
import { actOnParked } from './act-on-parked.ts';
import { lookAgainForParked, openParkedQueue, type ParkedQueue } from './parked-queue.ts';
import { parkedRecords, type ParkedRecords } from './parked-records.ts';
import type { ParkedRequest } from './parked-request.ts';
import { createRedriveCheck, type RedriveObjections } from './redrive-check.ts';

const leaseMs = 10_000;
const [idleMs, pauseAfterFaultMs, defaultRetryMs] = [4000, 5000, 30_000];

type End = Pick<ParkedRequest, 'state' | 'detail' | 'objections'>;

/**
 * Carries out admins' requests to redrive or discard parked commands, one by one, in one worker at a time. If a worker is killed
 * half-way, the request stays open, and the next worker continues it. A request that failed is retried after the requests that
 * were not tried yet, so that a request that always fails does not block them.
 */
export function startParkedWork(options: {
  url: string;
  namespace: string;
  service: ServiceName;
  database: Database;
  models: Pick<EngineModels, 'parkedRequests' | 'leases'>;
  addressed: AddressedBy;
  /** The longest time in ms between two attempts to carry out the same request. */
  retryMs?: number;
  log: Log;
}): { close: () => Promise<void> } {
  const { url, namespace, service, models, retryMs = defaultRetryMs, log } = options;
  const requests = driverCollection<ParkedRequest>(models.parkedRequests);
  const records = parkedRecords(driverDatabase(options.database));
  const objections = createRedriveCheck(driverDatabase(options.database), options.addressed);
  const lease = taskLease(models.leases, 'parked-requests', randomUUID(), leaseMs);

  const doNext = async (): Promise<boolean> => {
    // A time in the future comes from a clock that was ahead.
    const within = (ms: number) => ({ $gt: storeIn(-ms).toISOString(), $lte: storeNow().toISOString() });
    const isDue = [
      { tried_at: { $not: within(retryMs) } },
      // An admin waits for the response to such a request.
      { sought_until: { $exists: false }, tried_at: { $not: within(pauseAfterFaultMs) } },
    ];
    // Requests without `tried_at` come first.
    const oldest = () =>
      requests.findOne({ state: 'asked', $or: isDue }, { sort: { tried_at: 1, asked_at: 1 } });
    // Looks for a request before it takes the lease, because most times there is none and the lease need not be written.
    if (!(await oldest()) || !(await lease.hold())) return false;
    // Looks again: another worker may have carried out the request before this worker held the lease.
    const next = await oldest();
    if (!next) return false;
    const queue = await openParkedQueue(url, namespace, service);
    try {
      await requests.updateOne({ _id: next._id }, { $set: { tried_at: storeNow().toISOString() } });
      const end = await carryOut(next, { queue, records, objections });
      if (end === null) return true;
      await requests.updateOne({ _id: next._id }, { $set: { ...end } });
      const { action, command: command_id, by } = next;
      const { state, detail: said, objections: found } = end;
      // The text of an objection may name a shopper by the subject of their token.
      const logged = found ? found.map(({ coded }) => coded?.code) : said;
      log.info({ command_id, action, by, state, detail: logged }, 'request on a parked command carried out');
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

/** Returns null if the request stays open, because another process may hold the message for some minutes. */
async function carryOut(request: ParkedRequest, context: Context): Promise<End | null> {
  const { action, by, because, command, isForced, asked_at: askedAt, sought_until: soughtUntil } = request;
  const held = await lookAgainForParked(async () => (await context.queue.take(command))[0]);
  if (!held) {
    // A worker may have done the action and been killed before it recorded the result.
    if (await context.records.wasDone(action, command, askedAt)) return { state: 'done', detail: null };
    const isSought = soughtUntil !== undefined && soughtUntil > storeNow().toISOString();
    return isSought ? null : { state: 'absent', detail: null };
  }
  if (action === 'redrive' && held.parked.from === null)
    return { state: 'no-origin', detail: detail('message_without_origin').detail };
  const objections = action === 'redrive' && !isForced ? await context.objections(held) : [];
  if (objections.length > 0)
    return { state: 'objections', detail: objections.map(({ detail }) => detail).join(' '), objections };
  return { state: 'done', detail: await actOnParked(held, action, { ...context, by, because }) };
}
