import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { createBodyMemory, createHeavyTurns, type HeavyTurn } from '#services/gateway/body/receive-body.ts';
import type { SentFields } from '#services/gateway/body/form-fields.ts';
import { pause } from '../../../support/pause.ts';

const mib = 1024 * 1024;
const data: SentFields = { fields: { read: true }, rows: {}, uneven: [] };
let turn: HeavyTurn;

beforeEach(() => void (turn = createHeavyTurns()));

interface Body {
  response?: EventEmitter;
  read?: () => Promise<SentFields>;
}

async function take(caller: string, { response = new EventEmitter(), read }: Body = {}) {
  return turn({ caller, response: response as Response, read: read ?? (() => Promise.resolve(data)) });
}

function work(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

const outcomeOf = (sent: Promise<unknown>): Promise<unknown> => sent.catch((error: unknown) => error);

describe('the sequence in which large bodies are processed', () => {
  test('callers with large request bodies take turns, so that a caller with many bodies does not hold up the other callers', async () => {
    const order: string[] = [];
    const send = async (caller: string) => {
      await take(caller);
      order.push(caller);
    };
    await Promise.all([...Array.from({ length: 5 }, () => send('much')), send('little'), send('other')]);
    expect(order).toEqual(['much', 'much', 'little', 'other', 'much', 'much', 'much']);
  });

  test('the gateway pauses between two large request bodies for at least as long as it worked on the first body', async () => {
    const pieces: { from: number; to: number }[] = [];
    const send = async () => {
      await take('caller');
      // Work after a promise that is already resolved still counts as work on this body.
      await Promise.resolve();
      const from = performance.now();
      work(20);
      pieces.push({ from, to: performance.now() });
    };
    await Promise.all([send(), send(), send()]);
    const rests = pieces.slice(1).map(({ from }, index) => from - (pieces[index]?.to ?? 0));
    expect(rests).toHaveLength(2);
    // A timer may fire up to a millisecond early.
    for (const rest of rests) expect(rest).toBeGreaterThanOrEqual(19);
  });

  test('large request bodies are read one after another, and a failed body does not block the next body', async () => {
    let [reading, most] = [0, 0];
    const read = async () => {
      reading += 1;
      most = Math.max(most, reading);
      await pause(5);
      reading -= 1;
      return data;
    };
    const broken = () => Promise.reject(new Error('not gzip'));
    const sent = [take('a', { read }), take('b', { read: broken }), take('c', { read })];
    expect(await Promise.all(sent.map(outcomeOf))).toEqual([data, new Error('not gzip'), data]);
    expect(most).toBe(1);
  });

  test('a queued request body whose client disconnected is not read', async () => {
    const response = new EventEmitter();
    let started = 0;
    const read = async () => {
      started += 1;
      return data;
    };
    const first = take('much');
    const sent = Array.from({ length: 2 }, () => outcomeOf(take('much', { response, read })));
    response.emit('close');
    for (const each of sent) expect(await each).toMatchObject({ code: 'malformed_body' });
    await Promise.all([first, take('much')]);
    expect(started).toBe(0);
    expect(response.listenerCount('close')).toBe(0);
  });
});

describe('the memory of large bodies', () => {
  test('a request body that would give its caller more than 16 MiB of queued bodies is rejected, and other callers’ bodies are accepted', () => {
    const memoryOf = createBodyMemory();
    const first = memoryOf('admin', 'much');
    first.take(8 * mib);
    const second = memoryOf('admin', 'much');
    second.take(5 * mib);
    second.take(8 * mib);
    expect(() => memoryOf('admin', 'much').take(1)).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        details: expect.objectContaining({ extra: { limit: 16 * mib } }),
      }),
    );
    memoryOf('admin', 'other').take(8 * mib);
    first.release();
    memoryOf('admin', 'much').take(8 * mib);
  });

  test('while the queued request bodies of all callers fill 32 MiB, every further body is rejected as unavailable with Retry-After', () => {
    const memoryOf = createBodyMemory();
    const bodies = Array.from({ length: 4 }, (_, index) => memoryOf('admin', `caller ${index}`));
    for (const body of bodies) body.take(8 * mib);
    const last = memoryOf('admin', 'last');
    expect(() => last.take(1)).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        details: expect.objectContaining({ headers: { 'Retry-After': '2' } }),
      }),
    );
    bodies[0]?.release();
    last.take(8 * mib);
  });

  test('if shoppers have used up the memory for their request bodies, a request body from staff is still accepted', () => {
    const memoryOf = createBodyMemory();
    for (let shopper = 0; shopper < 4; shopper += 1) memoryOf('client', `shopper ${shopper}`).take(2 * mib);
    expect(() => memoryOf('client', 'another').take(1)).toThrow(
      expect.objectContaining({ code: 'unavailable' }),
    );
    memoryOf('admin', 'staff').take(8 * mib);
  });

  test('releasing the memory of a rejected request body twice frees this memory only once', () => {
    const memoryOf = createBodyMemory();
    const body = memoryOf('admin', 'caller');
    body.take(15 * mib);
    expect(() => body.take(17 * mib)).toThrow();
    body.release();
    body.release();
    memoryOf('admin', 'caller').take(16 * mib);
    expect(() => memoryOf('admin', 'caller').take(1)).toThrow();
  });
});
