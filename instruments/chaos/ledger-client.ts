import { setTimeout as sleep } from 'node:timers/promises';

import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { sendRequest, type Answer } from '#tests/support/request.ts';
import type { FinalAnswer } from './final-answer.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { Random } from '#tests/support/seeded-random.ts';
import { attemptWrite, inTime, note, type WaitsFor } from './write-attempt.ts';

export interface Intent {
  type: string;
  service: ServiceName;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  /** The user id of the caller. Null for the admin. */
  userId: number | null;
}

export interface LedgerClient {
  /**
   * Sends the write as the contract requires. After a refused or reset connection, 429 or 503, it retries
   * with the same idempotency key.
   */
  write: (intent: Intent, options?: WriteOptions) => Promise<Entry>;
  /** Sends the write again, as a client does that lost the response. */
  again: (entry: Entry) => Promise<void>;
  read: (path: string, userId?: number | null) => Promise<Answer>;
}

interface WriteOptions {
  key?: string;
  requestId?: string;
  /** Whether to stop at a 202 response. Otherwise the client polls the operation until it ends. */
  isAsync?: boolean;
  /** Whether the client may give up at random. The outcome of its write is then unknown. */
  mayAbandon?: boolean;
  /** Whether to send only one request, as a client does that never retries. */
  isOnce?: boolean;
}

const patience = 120_000;

export interface LedgerClientOptions {
  url: string;
  ledger: Ledger;
  random: Random;
  name: string;
  token: (userId: number | null) => string;
  /** Whether the run is about to end, so that the client must not give up any write. */
  isEnding: () => boolean;
  /**
   * The share of writes that ask for a 202 response and then poll (default 0). The client sends such a write only once until it
   * has the outcome, so a command that the store loses after the 202 stays lost.
   */
  polledShare?: number;
}

export function createLedgerClient(options: LedgerClientOptions): LedgerClient {
  const { url, ledger, random } = options;
  let written = 0;

  async function replay(entry: Entry): Promise<void> {
    const final = await attemptWrite(options, entry, 'response');
    if (final) settle(entry, final);
  }

  return {
    write: async (intent, how = {}) => {
      written += 1;
      const entry = newEntry(options, intent, how, written);
      ledger.entries.push(entry);
      const isTwin = how.isAsync !== true && how.isOnce !== true && random.chance(0.15);
      const first = persist(options, entry, how);
      // Sends the write twice at the same time on purpose, as two browser tabs would.
      const twin = isTwin
        ? attemptWrite(options, entry, 'response').catch(() => null)
        : Promise.resolve(null);
      const [, other] = await Promise.all([first, twin]);
      entry.isOver = true;
      if (other) settle(entry, other);
      if (entry.state === 'refused' && entry.mayHaveArrived) entry.state = 'unknown';
      if (entry.state === 'ok' && random.chance(0.1)) await replay(entry);
      return entry;
    },
    again: replay,
    read: (path, userId = null) => inTime(sendRequest(url, 'GET', path, { token: options.token(userId) })),
  };
}

export function newEntry(
  { name, token }: LedgerClientOptions,
  { type, service, method, path, body, userId }: Intent,
  how: WriteOptions,
  number: number,
): Entry {
  const key = how.key ?? `${name}-${number}`;
  return {
    key,
    type,
    service,
    method,
    path,
    body,
    token: token(userId),
    requestId: how.requestId ?? `r-${key}`,
    owner: userId === null ? 'admin:admin' : `client:${userId}`,
    at: new Date().toISOString(),
    state: 'open',
    attempts: 0,
    answers: [],
    mayHaveArrived: false,
    wasAccepted: false,
    isOver: false,
    lostByOperator: false,
    lastSentAt: 0,
    story: [],
  };
}

/** Retries until there is a final response, the write is accepted, or the client gives up. */
async function persist(
  options: LedgerClientOptions,
  entry: Entry,
  { isAsync = false, mayAbandon = true, isOnce = false }: WriteOptions,
): Promise<void> {
  const { ledger, random, isEnding, polledShare = 0 } = options;
  const deadline = Date.now() + patience;
  ledger.inFlight += 1;
  try {
    for (let pause = 50; Date.now() < deadline; pause = Math.min(pause * 2, 1000)) {
      const outcomeAt: WaitsFor = random.chance(polledShare) ? 'operation' : 'response';
      const final = await attemptWrite(options, entry, isAsync ? 'nothing' : outcomeAt);
      if (final) {
        settle(entry, final);
        return;
      }
      if (isOnce || (entry.wasAccepted && !entry.lostByOperator)) break;
      if (mayAbandon && !isEnding() && random.chance(0.05)) break;
      await sleep(pause * (0.5 + random.next()));
    }
    giveUp(entry);
  } finally {
    ledger.inFlight -= 1;
  }
}

export function settle(entry: Entry, final: FinalAnswer): void {
  entry.answers.push(final);
  entry.state = final.status < 400 ? 'ok' : 'failed';
}

function giveUp(entry: Entry): void {
  note(entry, 'given up');
  if (entry.state === 'open') entry.state = entry.mayHaveArrived ? 'unknown' : 'refused';
}
