import { setTimeout as sleep } from 'node:timers/promises';

import { sendRequest, type Answer } from '#tests/support/request.ts';
import { finalAnswerOf, outcomeOf, type FinalAnswer, type OperationBody } from './final-answer.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { Random } from '#tests/support/seeded-random.ts';

interface AttemptContext {
  url: string;
  ledger: Ledger;
  random: Random;
}

const attemptTimeout = 15_000;
/**
 * How long to poll an accepted write, in ms. This is longer than a fault, because bulk work takes long on a
 * slow machine.
 */
const acceptedPatience = 180_000;

/** Where a client waits for the outcome: at the response, or at the operation after a 202 response. Or it never waits. */
export type WaitsFor = 'response' | 'operation' | 'nothing';

/** Sends one request. Returns null if there is no final response, and adds the reason to the entry. */
export async function attemptWrite(
  context: AttemptContext,
  entry: Entry,
  waitsFor: WaitsFor,
): Promise<FinalAnswer | null> {
  entry.attempts += 1;
  entry.lastSentAt = Date.now();
  let answer: Answer;
  try {
    answer = await send(context.url, entry, waitsFor === 'response' ? {} : { prefer: 'respond-async' });
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
    return waitsFor === 'nothing' ? null : follow(context, entry, String(headers.get('location')));
  }
  const final = finalAnswerOf(answer);
  if (status === 429 || final.code === 'unavailable') return null;
  entry.mayHaveArrived = true;
  if (final.code === 'outcome_unknown') return null;
  if (status >= 500) {
    context.ledger.defects.push(`${entry.type} ${entry.key}: ${status} ${answer.text}`);
    return null;
  }
  return final;
}

function send(url: string, entry: Entry, more: Record<string, string>): Promise<Answer> {
  return inTime(
    sendRequest(url, entry.method, entry.path, {
      token: entry.token,
      headers: { 'idempotency-key': entry.key, 'x-request-id': entry.requestId, ...more },
      ...(entry.body !== undefined && { json: entry.body }),
    }),
  );
}

/** Polls an accepted write, which must finish without being sent again. */
async function follow(
  { url, random }: AttemptContext,
  entry: Entry,
  location: string,
): Promise<FinalAnswer | null> {
  const deadline = Date.now() + acceptedPatience;
  while (Date.now() < deadline && !entry.lostByOperator) {
    const asked = sendRequest(url, 'GET', location, { token: entry.token });
    const answer = await inTime(asked).catch(() => null);
    if (answer?.status === 200) {
      const { data } = answer.body as { data: OperationBody };
      const final = outcomeOf(data);
      if (final) return final;
      if (['parked', 'unknown'].includes(data.status)) return null;
    }
    await sleep(100 + random.below(200));
  }
  return null;
}

export function note(entry: Entry, met: string): void {
  entry.story.push(`${new Date().toISOString().slice(11, 23)} ${met}`);
}

/** No process listened on the port, so the request cannot have arrived. */
export function isRefusedConnection(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === 'ECONNREFUSED';
}

/** Rejects if the request has no response within fifteen seconds. */
export async function inTime<T>(request: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(attemptTimeout, undefined, { signal: timer.signal }).then(() => {
    throw new Error('No response in time');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([request, late]);
  } finally {
    timer.abort();
  }
}
