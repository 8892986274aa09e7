import { EventEmitter } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Response } from 'express';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createOpenReads } from '#services/gateway/limits/open-reads.ts';
import type { OpenReads } from '#services/gateway/limits/open-reads.ts';
import { pause } from '../../../support/pause.ts';

const connections = {
  export: 4,
  whole: 8,
  clientWhole: 8,
  scan: 8,
  clientScan: 8,
  brief: 8,
};
const share = 2;
/** A room is relieved four times a second. */
const longEnough = 800;

/** What an answer tells of its client: whether it is over, and for how long its client has taken nothing. */
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

function begin(caller: string, room: keyof typeof connections = 'whole'): Answer {
  const answer = new Answer();
  void reads
    .begin(caller, 'orders', room, answer as unknown as Response)
    .then(() => began.push(answer))
    .catch(() => undefined);
  return answer;
}

async function fillRoom(unreadMs: number): Promise<Answer[]> {
  const answers = ['a', 'b', 'c', 'd'].flatMap((caller) => [begin(caller), begin(caller)]);
  await pause(0);
  expect(began).toEqual(answers);
  for (const answer of answers) answer.unreadMs = unreadMs;
  return answers;
}

test('a room of one place is everybody’s in turn, and who waits in vain is told of a whole place', async () => {
  const single = createOpenReads({
    ...{ perCaller: 100, waitingMs: () => 0, longestWaitMs: 10 },
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

describe('of the reads in a full room', () => {
  test('none is ended for those of a caller who may have no more', async () => {
    const answers = await fillRoom(60_000);
    for (let more = 0; more < 10; more += 1) begin('a');
    await pause(longEnough);
    expect(answers.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(began).toHaveLength(8);
  });

  test('as many are ended as may begin, those first that have been unread for the longest', async () => {
    const answers = await fillRoom(60_000);
    for (const answer of answers.slice(3, 5)) answer.unreadMs = 90_000;
    for (let more = 0; more < 10; more += 1) begin('other');
    await pause(longEnough);
    expect(answers.filter(({ destroyed }) => destroyed)).toEqual(answers.slice(3, 5));
    expect(began).toHaveLength(8 + share);
  });

  test('those of clients that take a while for what is on its way are not ended', async () => {
    const answers = await fillRoom(8000);
    begin('other');
    await pause(longEnough);
    expect(answers.filter(({ destroyed }) => destroyed)).toEqual([]);
  });
});

test('of many brief reads of one caller few run at once, and another caller does not wait for them', async () => {
  const share = 4 * availableParallelism();
  reads = createOpenReads({
    ...{ perCaller: 10 * share, waitingMs: () => 0 },
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

test('whole lists of the admin area and those of clients do not wait for each other', async () => {
  await fillRoom(0);
  const shopper = begin('shopper', 'clientWhole');
  const page = begin('reader', 'brief');
  await pause(0);
  expect(began.slice(8)).toEqual([shopper, page]);
});

test('who waits for answers of his own is told so after a while; who waits for those of others too', async () => {
  reads = openReads(300);
  await fillRoom(0);
  const refusal = (caller: string) =>
    reads
      .begin(caller, 'orders', 'whole', new Answer() as unknown as Response)
      .catch((error: unknown) => error);
  const [own, other] = await Promise.all([refusal('a'), refusal('other')]);
  expect(own).toMatchObject({ code: 'too_many_requests', details: { headers: { 'Retry-After': '5' } } });
  expect(other).toMatchObject({ code: 'unavailable', details: { headers: { 'Retry-After': '5' } } });
});
