import { describe, expect, test } from '@jest/globals';
import { createSlots, type Slots } from '#shared/platform/process/slots.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
const refuse = (isShareUsed: boolean) => new Error(isShareUsed ? 'share used' : 'full');

/** Requests a slot for each key in this order, and records each key that gets a slot, with the function that frees the slot. */
function enterAll(slots: Slots, keys: readonly string[]) {
  const started: { key: string; leave: () => void }[] = [];
  for (const key of keys) {
    const { held, leave } = slots.enter(key);
    void held.then((isHeld) => isHeld && started.push({ key, leave }));
  }
  return started;
}

/** Frees one slot after the other and returns the keys in the order of their slots. */
async function drain(started: ReturnType<typeof enterAll>): Promise<string[]> {
  const order: string[] = [];
  for (await settled(); started.length > 0; await settled()) {
    const [first] = started.splice(0, 1);
    order.push(first?.key ?? '');
    first?.leave();
  }
  return order;
}

describe('the queue of a limit', () => {
  test('if a concurrency limit has only one slot, callers take turns, so that a caller with many requests does not hold up the others', async () => {
    const slots = createSlots({ size: 1 });
    const started = enterAll(slots, ['much', 'much', 'much', 'much', 'little', 'other']);
    expect(await drain(started)).toEqual(['much', 'much', 'little', 'other', 'much', 'much']);
  });

  test('a free slot of a concurrency limit goes to the caller that holds the fewest slots', async () => {
    const slots = createSlots({ size: 3 });
    const started = enterAll(slots, ['a', 'a', 'b', 'a', 'b', 'c']);
    await settled();
    expect(started.map(({ key }) => key)).toEqual(['a', 'a', 'b']);
    started[2]?.leave();
    await settled();
    expect(started.map(({ key }) => key)).toEqual(['a', 'a', 'b', 'b']);
    started[0]?.leave();
    await settled();
    expect(started.at(-1)?.key).toBe('c');
  });

  test('a caller cannot hold more than its share of a concurrency limit, even if slots are free', async () => {
    const slots = createSlots({ size: 4, share: 2 });
    const started = enterAll(slots, ['a', 'a', 'a', 'b']);
    await settled();
    expect(started.map(({ key }) => key)).toEqual(['a', 'a', 'b']);
    expect([slots.waiting, slots.isWanted]).toEqual([1, false]);
    enterAll(slots, ['c', 'c']);
    expect([slots.waiting, slots.isWanted]).toEqual([2, true]);
  });

  test('if the same slot of a concurrency limit is freed twice, only one waiting request gets a slot', async () => {
    const slots = createSlots({ size: 1 });
    const { leave } = slots.enter('a');
    const started = enterAll(slots, ['b', 'c']);
    leave();
    leave();
    await settled();
    expect(started.map(({ key }) => key)).toEqual(['b']);
  });

  test('if a request stops waiting for a slot of a concurrency limit, the slot goes to the next request in the queue', async () => {
    const slots = createSlots({ size: 1 });
    const first = slots.enter('a');
    const second = slots.enter('b');
    const third = slots.enter('c');
    second.leave();
    expect(await second.held).toBe(false);
    first.leave();
    expect(await Promise.all([first.held, third.held])).toEqual([true, true]);
    second.leave();
    expect(slots.waiting).toBe(0);
  });

  test('a request that waits too long for a slot of a concurrency limit is rejected with the reason, and a later request can get the slot', async () => {
    const slots = createSlots({ size: 2, share: 1, refuse });
    const [first, second] = [slots.enter('a'), slots.enter('b')];
    await expect(slots.enter('a', 5).held).rejects.toThrow('share used');
    await expect(slots.enter('c', 5).held).rejects.toThrow('full');
    const last = slots.enter('c', 5);
    first.leave();
    expect(await Promise.all([second.held, last.held])).toEqual([true, true]);
  });
});

describe('slots that are taken without waiting', () => {
  test('requests that need several slots each are rejected beyond their caller’s share and beyond the whole concurrency limit', () => {
    const slots = createSlots({ size: 10, share: 6, refuse });
    const leave = slots.take('a', 4);
    expect(() => slots.take('a', 3)).toThrow('share used');
    slots.take('b', 5);
    expect(() => slots.take('c', 2)).toThrow('full');
    leave();
    leave();
    slots.take('c', 5);
    expect(() => slots.take('c')).toThrow('full');
  });

  test('a concurrency limit of infinite size limits only the share of each caller', () => {
    const slots = createSlots({ size: Infinity, share: 1, refuse });
    const leaves = ['a', 'b', 'c'].map((key) => slots.take(key));
    expect(() => slots.take('a')).toThrow('share used');
    leaves[0]?.();
    slots.take('a');
  });
});
