import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Response } from 'express';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createOpenReads, type OpenReads } from '#services/gateway/limits/open-reads.ts';
import { pause } from '../../../support/pause.ts';

const connections = { export: 4, whole: 8, clientWhole: 8, scan: 8, clientScan: 8, brief: 8 };
const share = 2;
/** Milliseconds; longer than the interval between two checks for unread responses (250 ms). */
const longEnough = 300;

/** A response that ends when it is destroyed. Its client has not read any data for `unreadMs`. */
class Answer extends EventEmitter {
  destroyed = false;
  unreadMs = 0;

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }
}

let reads: OpenReads;
let began: Answer[];

beforeEach(() => {
  began = [];
  reads = openReads();
});

function openReads(longestWaitMs?: number): OpenReads {
  const waitingMs = (response: unknown) => (response as Answer).unreadMs;
  return createOpenReads({ perCaller: 100, connections, waitingMs, ...(longestWaitMs && { longestWaitMs }) });
}

function begin(caller: string, kind: keyof typeof connections = 'whole'): Answer {
  const answer = new Answer();
  void reads
    .begin(caller, 'orders', kind, answer as unknown as Response)
    .then(() => began.push(answer))
    .catch(() => undefined);
  return answer;
}

async function fillSlots(unreadMs: number): Promise<Answer[]> {
  const answers = ['a', 'b', 'c', 'd'].flatMap((caller) => [begin(caller), begin(caller)]);
  await pause(0);
  expect(began).toEqual(answers);
  for (const answer of answers) answer.unreadMs = unreadMs;
  return answers;
}

test('while an expensive read of a caller uses the only connection for such reads, the next expensive read of this caller fails as too_many_requests', async () => {
  const single = createOpenReads({
    perCaller: 100,
    waitingMs: () => 0,
    longestWaitMs: 10,
    connections: { ...connections, clientScan: 1 },
  });
  const [first, second] = [new Answer(), new Answer()];
  const enter = (answer: Answer) => single.begin('a', 'orders', 'clientScan', answer as unknown as Response);
  await enter(first);
  await expect(enter(second)).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { extra: { limit: 1 } },
  });
  first.emit('close');
  await enter(new Answer());
});

describe('reads when all connections are in use', () => {
  test('if a caller already has its share of the concurrent reads, no other read is aborted to make room for this caller', async () => {
    const answers = await fillSlots(60_000);
    for (let more = 0; more < 10; more += 1) begin('a');
    await pause(longEnough);
    expect(answers.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(began).toHaveLength(8);
  });

  test('if all slots for reads are in use, the gateway aborts the reads whose clients have received no data for the longest time, for a new caller', async () => {
    const answers = await fillSlots(60_000);
    for (const answer of answers.slice(3, 5)) answer.unreadMs = 90_000;
    for (let more = 0; more < 10; more += 1) begin('other');
    await pause(longEnough);
    expect(answers.filter(({ destroyed }) => destroyed)).toEqual(answers.slice(3, 5));
    expect(began).toHaveLength(8 + share);
  });

  test('a read whose client has received no data for 8 seconds is not yet aborted to make room for a new caller', async () => {
    const answers = await fillSlots(8000);
    begin('other');
    await pause(longEnough);
    expect(answers.filter(({ destroyed }) => destroyed)).toEqual([]);
  });
});

test('brief reads beyond a caller’s share of the slots wait, while a brief read of another caller begins at once', async () => {
  const share = 4 * availableParallelism();
  reads = createOpenReads({
    perCaller: 10 * share,
    waitingMs: () => 0,
    connections: { ...connections, brief: 4 * share },
  });
  const many = Array.from({ length: 2 * share }, () => begin('busy', 'brief'));
  const other = begin('other', 'brief');
  await pause(0);
  expect(began).toEqual([...many.slice(0, share), other]);
  many[0]?.destroy();
  await pause(0);
  expect(began.at(-1)).toBe(many[share]);
});

test('while admins’ unpaginated lists use all the slots that admins have for such lists, a shopper’s unpaginated list and a read of one record still begin at once', async () => {
  await fillSlots(0);
  const shopper = begin('shopper', 'clientWhole');
  const page = begin('reader', 'brief');
  await pause(0);
  expect(began.slice(8)).toEqual([shopper, page]);
});

test('a queued read that times out fails as too_many_requests if reads of the same caller block it, otherwise as unavailable', async () => {
  reads = openReads(300);
  await fillSlots(0);
  const refusal = (caller: string) =>
    reads
      .begin(caller, 'orders', 'whole', new Answer() as unknown as Response)
      .catch((error: unknown) => error);
  const [own, other] = await Promise.all([refusal('a'), refusal('other')]);
  expect(own).toMatchObject({ code: 'too_many_requests', details: { headers: { 'Retry-After': '5' } } });
  expect(other).toMatchObject({ code: 'unavailable', details: { headers: { 'Retry-After': '5' } } });
});
