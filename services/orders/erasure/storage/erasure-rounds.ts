import { openParkedQueue } from '#shared/engine/commands/parked/parked-queue.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import type { TaskLease } from '#shared/platform/mongo/leases.ts';
import { pacedLoop, restInProportion } from '#shared/platform/process/paced-loop.ts';
import type { Erasure } from '../../records/tables.ts';
import type { CustomerText } from '../../records/storage/customer-texts.ts';
import { eraseBroughtBack } from './brought-back.ts';
import { cleanFormerTimelines, cleanOwnTimelines } from './clean-ledger.ts';
import { cleanOrders } from './clean-orders.ts';
import { cleanOutcomes, cleanEvents, cleanRehearsals, cleanBulkWork } from './clean-kept-data.ts';
import { createDiscardParked } from './discard-parked.ts';
import { erasedPeople, type Cleaning, type CleaningStep, type Position } from './erased-people.ts';

const idleMs = 5000;
const pauseAfterFaultMs = 5000;
/** After each portion, pauses twice as long as the portion took, because shoppers' commands have priority. */
const rest = restInProportion(2);
const peopleAtOnce = 100;
const minute = 60_000;
/**
 * The pauses before the second and the third round. The second round finds data that commands, retries and undos wrote during the
 * first round. The third round finds data of requests that were stuck for hours.
 */
const laterRounds = [5 * minute, 12 * 60 * minute];

interface Round {
  _id: 'round';
  users: number[];
  step: string;
  after: Position | null;
}

/**
 * Removes the remaining data about erased people from all collections. Each portion may run twice, so the process may be killed
 * at any point. Only the process that holds the lease does this work.
 */
export function startErasureRounds(
  options: Cleaning & { lease: TaskLease; broker: { url: string; namespace: string } },
): { close: () => Promise<void> } {
  const { lease, log } = options;
  const goOn = createRounds(options, stepsOf(options));
  return pacedLoop({
    round: async () => (await lease.hold()) && (await goOn()),
    rest,
    idleMs,
    failed: (error) => {
      log.warn(
        { err: error },
        'the remaining data of erased people could not be removed: the removal is retried',
      );
      return pauseAfterFaultMs;
    },
    ended: lease.release,
  });
}

type Steps = ReadonlyMap<string, CleaningStep>;

/** The steps of a round, in this order. The progress document contains the name of the current step. */
function stepsOf({ broker: { url, namespace } }: Parameters<typeof startErasureRounds>[0]): Steps {
  return new Map([
    ['orders', cleanOrders],
    ['search', cleanSearch],
    ['own-timelines', cleanOwnTimelines],
    ['former-timelines', cleanFormerTimelines],
    ['parked', createDiscardParked(() => openParkedQueue(url, namespace, 'orders'))],
    ['outcomes', cleanOutcomes],
    ['rehearsals', cleanRehearsals],
    ['reasons', cleanBulkWork],
    ['events', cleanEvents],
  ]);
}

/** Returns a function that does one portion. The function resolves to false if nothing is due. */
function createRounds(cleaning: Cleaning, steps: Steps): () => Promise<boolean> {
  const { db, log } = cleaning;
  const rounds = db.collection<Round>('erasure_rounds');
  const erasures = db.collection<Erasure>('erasures');
  let looksAt = -Infinity;

  return async () => {
    const round = (await rounds.findOne({ _id: 'round' })) ?? (await begin());
    if (!round) {
      if (performance.now() < looksAt) return false;
      const isMore = await eraseBroughtBack(cleaning, now());
      if (!isMore) looksAt = performance.now() + minute;
      return isMore;
    }
    const step = steps.get(round.step);
    const people = erasedPeople(await erasures.find({ _id: { $in: round.users } }).toArray());
    const after = step ? await step(cleaning, people, round.after) : null;
    const next = after === null ? nameAfter(round.step) : round.step;
    if (next === undefined) await end(round);
    else await rounds.updateOne({ _id: 'round' }, { $set: { step: next, after } });
    return true;
  };

  function nameAfter(name: string): string | undefined {
    const names = [...steps.keys()];
    return names[names.indexOf(name) + 1];
  }

  async function begin(): Promise<Round | null> {
    const due = await erasures
      .find({ due_at: { $type: 'string', $lte: now() } }, { projection: { _id: 1 } })
      .limit(peopleAtOnce)
      .toArray();
    const [first = ''] = steps.keys();
    if (due.length === 0) return null;
    const round: Round = { _id: 'round', users: due.map(({ _id }) => _id), step: first, after: null };
    await rounds.insertOne(round);
    return round;
  }

  async function end({ users }: Round): Promise<void> {
    const moment = Date.parse(now());
    for (const user of users) {
      const erasure = await erasures.findOne({ _id: user });
      if (!erasure) continue;
      const wait = laterRounds[erasure.rounds];
      const due_at = wait === undefined ? null : new Date(moment + wait).toISOString();
      await erasures.updateOne(
        { _id: user, rounds: erasure.rounds },
        { $set: { due_at }, $inc: { rounds: 1 } },
      );
    }
    await rounds.deleteOne({ _id: 'round' });
    log.info({ users }, 'a cleaning round for erased people is done');
  }
}

function now(): string {
  return storeNow().toISOString();
}

/** Deletes the texts in which `filters[customer]` finds erased people and their addresses. */
export const cleanSearch: CleaningStep = async ({ db }, { users }) => {
  await db
    .collection<CustomerText>('customer_texts')
    .deleteMany({ user_id: { $in: [...users] }, text: { $ne: '' } });
  return null;
};
