import type { Clock } from './clock.ts';
import { lazily } from './lazily.ts';
import { unwrapped } from './pages.ts';
import {
  Conflict,
  OperationCancelled,
  OperationParked,
  OutcomeUnknown,
  refusal,
  StoreError,
  TimedOut,
} from './problems.ts';
import type { Operation as OperationRecord } from './generated/types.gen.ts';
import type { Call, Received } from './call.ts';

/** Awaited: the outcome, also when the store took the write before it was done. */
export interface Write<T> extends Call<T> {
  /** What the write is done once under. Keep it to send the same write again after the app was closed. */
  readonly idempotencyKey: string;
  /** The write as soon as the store has taken it, to follow it or to come back to it. */
  operation: () => Promise<Operation<T>>;
}

interface Patience {
  /** Default: as long as it takes. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** A write that the store has taken. */
export interface Operation<T> {
  /** For `followOperation`. Null when the outcome came at once. */
  readonly id: string | null;
  /** Its record whenever it changes, to the last one. */
  progress: (patience?: Patience) => AsyncIterable<OperationRecord>;
  /** The outcome: what the write would have answered with at once, its refusal included. */
  done: (patience?: Patience) => Promise<T>;
  /** Of bulk work: what is done stays done. */
  cancel: () => Promise<OperationRecord>;
}

export interface Following {
  read: (id: string, patience: Patience) => Promise<OperationRecord>;
  cancel: (id: string) => Promise<OperationRecord>;
  /** The same write with the same key; null where only the id of its operation is known. */
  resend: ((patience: Patience) => Promise<Received>) | null;
  clock: Clock;
}

const firstPollMs = 200;
const longestPollMs = 3000;
const endings: ReadonlySet<string> = new Set([
  ...['succeeded', 'partly_succeeded', 'failed', 'cancelled'],
  ...['parked', 'unknown'],
]);

export function writeOf(
  key: string,
  sent: Promise<Received>,
  { left, following }: { left: () => Patience; following: Following },
): Write<unknown> {
  const taken = lazily(async () => operationOf(await sent, following));
  const outcome = lazily(async () => {
    try {
      return await (await taken).done(left());
    } catch (error) {
      if (error instanceof StoreError) error.idempotencyKey = key;
      throw error;
    }
  });
  return Object.assign(outcome, {
    idempotencyKey: key,
    operation: () => taken.then((operation) => operation),
    withResponse: async () => ({ ...(await sent), data: await outcome }),
  });
}

function operationOf({ status, data }: Received, following: Following): Operation<unknown> {
  return status === 202
    ? follow(unwrapped(data) as OperationRecord, following)
    : { id: null, ...answered(unwrapped(data)) };
}

function answered(data: unknown): Omit<Operation<unknown>, 'id'> {
  return {
    progress: async function* () {
      yield* [];
    },
    done: () => Promise.resolve(data),
    cancel: () => Promise.reject(new Conflict('conflict', 'It is done.', { status: 409 })),
  };
}

export function follow(first: OperationRecord, following: Following): Operation<unknown> {
  const { id } = first;
  const { clock } = following;
  return {
    id,
    progress: (patience = {}) => changesOf(first, following, patience),
    done: async ({ timeoutMs = Infinity, signal } = {}) => {
      const endsAt = clock.now() + timeoutMs;
      let last = first;
      for await (const record of changesOf(first, following, { timeoutMs, signal })) last = record;
      if (last.status !== 'unknown' || !following.resend) return outcomeOf(last);
      // No queue and no worker knows it: the same write again, under its own key, is done once.
      const left = () => ({ timeoutMs: endsAt - clock.now(), signal });
      return operationOf(await following.resend(left()), following).done(left());
    },
    cancel: () => following.cancel(id),
  };
}

async function* changesOf(
  first: OperationRecord,
  { read, clock }: Following,
  { timeoutMs = Infinity, signal }: Patience,
): AsyncGenerator<OperationRecord, void, undefined> {
  const endsAt = clock.now() + timeoutMs;
  let told = '';
  for (let record = first, polls = 0; ; polls += 1) {
    const state = JSON.stringify([record.status, record.progress]);
    if (state !== told) yield record;
    told = state;
    if (endings.has(record.status)) return;
    const wait = Math.min(firstPollMs * 1.5 ** polls, longestPollMs) * (1 + clock.random() / 4);
    if (clock.now() + wait >= endsAt) {
      throw new TimedOut('timed_out', `The operation is not done after ${timeoutMs} ms.`);
    }
    await clock.sleep(wait, signal);
    record = await read(first.id, { signal, timeoutMs: endsAt - clock.now() });
  }
}

/** Bulk work succeeds as its record, which says what became of each; one write as what it answers with. */
function outcomeOf(record: OperationRecord): unknown {
  const { status, result, error } = record;
  const message = record.note ?? error?.message ?? `The operation is ${status}.`;
  if (error) throw refusal(error);
  if (status === 'cancelled' && !isBulk(record)) throw new OperationCancelled('operation_cancelled', message);
  if (status === 'parked') throw new OperationParked('operation_parked', message);
  if (status === 'unknown') throw new OutcomeUnknown('outcome_unknown', message);
  return isBulk(record) ? record : (result?.data ?? undefined);
}

function isBulk({ type }: OperationRecord): boolean {
  return type.includes('bulk');
}
