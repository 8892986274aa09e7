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
import { isTransient } from './retries.ts';
import type { Operation as OperationRecord } from './generated/types.gen.ts';
import type { Call, Received } from './call.ts';

/** A write that the client has sent. Awaiting it yields the outcome, even if the store first responds with 202. */
export interface Write<T> extends Call<T> {
  /** With this key, the write runs only once. Store the key to send the same write again after the app was closed. */
  readonly idempotencyKey: string;
  /** Resolves once the store has accepted the write, so that you can watch its progress or return to it later. */
  operation: () => Promise<Operation<T>>;
}

interface Patience {
  /** Time limit for the wait. Default: no limit. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** An accepted write. */
export interface Operation<T> {
  /** The id to pass to `followOperation`. Null when the first response already contained the outcome. */
  readonly id: string | null;
  /** Yields the operation's record whenever it changes. The last record is final. */
  progress: (patience?: Patience) => AsyncIterable<OperationRecord>;
  /** Resolves with the result of the write, as in a direct response, or rejects with the store's error. */
  done: (patience?: Patience) => Promise<T>;
  /** Cancels bulk work. Records that were already changed stay changed. */
  cancel: () => Promise<OperationRecord>;
}

export interface Following {
  read: (id: string, patience: Patience) => Promise<OperationRecord>;
  cancel: (id: string) => Promise<OperationRecord>;
  /** Sends the same write with the same idempotency key. Null when only the operation's id is known. */
  resend: ((patience: Patience) => Promise<Received>) | null;
  clock: Clock;
}

const firstPollMs = 200;
const longestPollMs = 3000;
const endings: ReadonlySet<string> = new Set([
  'succeeded',
  'partly_succeeded',
  'failed',
  'cancelled',
  'parked',
  'unknown',
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
    cancel: () => Promise.reject(new Conflict('conflict', 'The write has already ended.', { status: 409 })),
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
      // Neither a queue nor a worker has the write. So the client sends the write again. With the same idempotency key, the
      // write runs only once.
      const left = () => ({ timeoutMs: endsAt - clock.now(), signal });
      const resent = await orTimedOut(following.resend(left()), timeoutMs);
      return operationOf(resent, following).done(left());
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
  let yielded = '';
  for (let record = first, polls = 0; ; polls += 1) {
    const state = JSON.stringify([record.status, record.progress]);
    if (state !== yielded) yield record;
    yielded = state;
    if (endings.has(record.status)) return;
    const wait = Math.min(firstPollMs * 1.5 ** polls, longestPollMs) * (1 + clock.random() / 4);
    if (clock.now() + wait >= endsAt) throw timedOut(timeoutMs);
    await clock.sleep(wait, signal);
    record = await orTimedOut(read(first.id, { signal, timeoutMs: endsAt - clock.now() }), timeoutMs);
  }
}

/**
 * Replaces a transient error of a request about an accepted write. The caller could take a 429 or 503 as proof that the write was
 * not done. The request itself is retried until the time limit, so a transient error means that the time has run out.
 */
async function orTimedOut<T>(asked: Promise<T>, timeoutMs: number): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw isTransient(error) ? timedOut(timeoutMs, error) : error;
  }
}

function timedOut(timeoutMs: number, cause?: unknown): TimedOut {
  return new TimedOut('timed_out', `The operation has not ended after ${timeoutMs} ms.`, { cause });
}

/**
 * For bulk work, the outcome is the operation's record, which contains the counts. For a single write, the outcome is the
 * response to the write.
 */
function outcomeOf(record: OperationRecord): unknown {
  const { status, result, error } = record;
  const message = record.note ?? error?.message ?? `The operation is ${status}.`;
  // The error of a parked operation is the reason for parking, not an outcome.
  if (status === 'parked') throw new OperationParked('operation_parked', message, { problem: error ?? {} });
  if (error) throw refusal(error);
  if (status === 'cancelled' && !isBulk(record)) throw new OperationCancelled('operation_cancelled', message);
  if (status === 'unknown') throw new OutcomeUnknown('outcome_unknown', message);
  return isBulk(record) ? record : (result?.data ?? undefined);
}

function isBulk({ type }: OperationRecord): boolean {
  return type.includes('bulk');
}
