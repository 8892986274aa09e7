import { setTimeout as sleep } from 'node:timers/promises';

import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { sendRequest } from '../support/request.ts';
import type { Answer } from '../support/request.ts';
import { finalAnswerOf, outcomeOf } from './final-answer.ts';
import type { FinalAnswer, OperationBody } from './final-answer.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { Random } from './seeded-random.ts';

export interface Intent {
  type: string;
  service: ServiceName;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** The caller's user, or null for the admin. */
  userId: number | null;
}

export interface LedgerClient {
  /** Makes the write, following the contract: refused and reset connections, 429 and 503 again with the same key. */
  write: (intent: Intent, options?: WriteOptions) => Promise<Entry>;
  /** The same write once more, as a client that lost its answer would. */
  again: (entry: Entry) => Promise<void>;
  read: (path: string, userId?: number | null) => Promise<Answer>;
}

export interface WriteOptions {
  key?: string;
  requestId?: string;
  /** Take 202 for an end, and do not follow it. */
  isAsync?: boolean;
  /** Whether to give up at times, leaving the outcome unknown. */
  mayAbandon?: boolean;
}

const attemptTimeout = 15_000;
const patience = 120_000;
const acceptedPatience = 45_000;

export function createLedgerClient(options: {
  url: string;
  ledger: Ledger;
  random: Random;
  name: string;
  token: (userId: number | null) => string;
  /** True once the run is over and nothing should be abandoned or wait long. */
  isEnding: () => boolean;
}): LedgerClient {
  const { url, ledger, random } = options;
  let written = 0;

  /** One request; null when there is no final answer, and the entry knows what that means. */
  const attempt = async (entry: Entry, isAsync: boolean): Promise<FinalAnswer | null> => {
    entry.attempts += 1;
    const prefer = isAsync ? { prefer: 'respond-async' } : {};
    let answer: Answer;
    try {
      answer = await send(entry, prefer);
    } catch (error) {
      if (!isRefusedConnection(error)) entry.mayHaveArrived = true;
      note(entry, String((error as Error).cause ?? error));
      return null;
    }
    const { status, headers } = answer;
    note(entry, String(status));
    if (status === 202) {
      entry.mayHaveArrived = true;
      entry.wasAccepted = true;
      return isAsync ? null : follow(entry, String(headers.get('location')));
    }
    const final = finalAnswerOf(answer);
    if (status === 429 || final.code === 'unavailable') return null;
    entry.mayHaveArrived = true;
    if (final.code === 'outcome_unknown') return null;
    if (status >= 500) {
      ledger.defects.push(`${entry.type} ${entry.key}: ${status} ${answer.text}`);
      return null;
    }
    return final;
  };

  const send = (entry: Entry, more: Record<string, string>): Promise<Answer> =>
    within(
      attemptTimeout,
      sendRequest(url, entry.method, entry.path, {
        token: entry.token,
        headers: { 'idempotency-key': entry.key, 'x-request-id': entry.requestId, ...more },
        ...(entry.body !== undefined && { json: entry.body }),
      }),
    );

  /** What was accepted will come to its end without being sent again, or the store has broken its word. */
  const follow = async (entry: Entry, location: string): Promise<FinalAnswer | null> => {
    const deadline = Date.now() + acceptedPatience;
    while (Date.now() < deadline && !entry.lostByOperator) {
      const asked = sendRequest(url, 'GET', location, { token: entry.token });
      const answer = await within(attemptTimeout, asked).catch(() => null);
      if (answer?.status === 200) {
        const { data } = answer.body as { data: OperationBody };
        const final = outcomeOf(data);
        if (final) return final;
        if (data.status === 'parked') return null;
      }
      await sleep(100 + random.below(200));
    }
    return null;
  };

  const settle = (entry: Entry, final: FinalAnswer) => {
    entry.answers.push(final);
    entry.state = final.status < 400 ? 'ok' : 'failed';
  };

  const giveUp = (entry: Entry) => {
    note(entry, 'given up');
    if (entry.state === 'open') entry.state = entry.mayHaveArrived ? 'unknown' : 'refused';
  };

  const persist = async (
    entry: Entry,
    { isAsync = false, mayAbandon = true }: WriteOptions,
  ): Promise<void> => {
    const deadline = Date.now() + patience;
    ledger.inFlight += 1;
    try {
      for (let pause = 50; Date.now() < deadline; pause = Math.min(pause * 2, 1000)) {
        const final = await attempt(entry, isAsync);
        if (final) {
          settle(entry, final);
          return;
        }
        if (entry.wasAccepted && !entry.lostByOperator) break;
        if (mayAbandon && !options.isEnding() && random.chance(0.05)) break;
        await sleep(pause * (0.5 + random.next()));
      }
      giveUp(entry);
    } finally {
      ledger.inFlight -= 1;
    }
  };

  return {
    write: async (intent, how = {}) => {
      written += 1;
      const key = how.key ?? `${options.name}-${written}`;
      const entry: Entry = {
        ...{ key, type: intent.type, service: intent.service, method: intent.method, path: intent.path },
        ...{ body: intent.body, token: options.token(intent.userId), requestId: how.requestId ?? `r-${key}` },
        owner: intent.userId === null ? 'admin:admin' : `client:${intent.userId}`,
        at: new Date().toISOString(),
        ...{ state: 'open', attempts: 0, answers: [] },
        ...{ mayHaveArrived: false, wasAccepted: false, isOver: false, lostByOperator: false, story: [] },
      };
      ledger.entries.push(entry);
      const isTwin = how.isAsync !== true && random.chance(0.15);
      const first = persist(entry, how);
      // On purpose: the same write twice at once, as from two tabs.
      const twin = isTwin ? attempt(entry, false).catch(() => null) : Promise.resolve(null);
      const [, other] = await Promise.all([first, twin]);
      entry.isOver = true;
      if (other) settle(entry, other);
      if (entry.state === 'refused' && entry.mayHaveArrived) entry.state = 'unknown';
      if (entry.state === 'ok' && random.chance(0.1)) await replay(entry);
      return entry;
    },
    again: replay,
    read: (path, userId = null) =>
      within(attemptTimeout, sendRequest(url, 'GET', path, { token: options.token(userId) })),
  };

  async function replay(entry: Entry): Promise<void> {
    const final = await attempt(entry, false);
    if (final) settle(entry, final);
  }
}

function note(entry: Entry, met: string): void {
  entry.story.push(`${new Date().toISOString().slice(11, 23)} ${met}`);
}

/** Nobody listened: nothing can have arrived. */
function isRefusedConnection(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'ECONNREFUSED';
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error('No answer in time');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
