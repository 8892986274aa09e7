import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { adminEvents, CursorExpired, shopEvents, type FollowedEvent } from '#clients/typescript/src/main.ts';
import { startScriptedStore, type Behaviour, type ScriptedStore } from './scripted-store.ts';

let store: ScriptedStore;
beforeAll(async () => (store = await startScriptedStore()));
afterAll(() => store.stop());

const page = (subjects: string[], next: string): Behaviour => ({
  status: 200,
  body: {
    data: subjects.map((subject) => ({
      id: subject,
      type: `orders.${subject}`,
      subject,
      data: { version: 1 },
    })),
    meta: { next, has_more: false, delayed: [] },
  },
});
const queries = () =>
  store.seen.map(({ url }) => Object.fromEntries(new URL(url, 'http://store').searchParams));

async function firstOf(followed: AsyncIterable<FollowedEvent>, count: number): Promise<FollowedEvent[]> {
  const found: FollowedEvent[] = [];
  for await (const event of followed) {
    found.push(event);
    if (found.length === count) break;
  }
  return found;
}

test('the TypeScript client’s event iterator continues across pages and failures, and each event has a cursor to resume from', async () => {
  store.plays(page(['a', 'b'], 'c1'), page([], 'c2'), 'reset', { status: 503 }, page(['c'], 'c3'));
  const found = await firstOf(adminEvents.follow({ client: store.client, after: 'c0' }), 3);
  // Resuming from an event in the middle of a page repeats some events but skips none.
  expect(found.map(({ id, cursor }) => [id, cursor])).toEqual([
    ['a', 'c0'],
    ['b', 'c1'],
    ['c', 'c3'],
  ]);
  expect(queries().map(({ after }) => after)).toEqual(['c0', 'c1', 'c2', 'c2', 'c2']);
  expect(queries()[0]).toMatchObject({ wait: '30' });
});

test('the TypeScript client’s event iterator without a cursor starts with new events, and its first request does not wait', async () => {
  store.plays(page([], 'now'), page(['a'], 'c1'));
  await firstOf(adminEvents.follow({ client: store.client }), 1);
  expect(queries().map(({ after, wait }) => [after, wait])).toEqual([
    [undefined, '0'],
    ['now', '30'],
  ]);
});

test('the TypeScript client’s event iterator without a cursor first requests a single event, so that resuming from this event’s cursor skips none', async () => {
  store.plays(page(['a'], 'c1'), page(['b'], 'c2'));
  const found = await firstOf(adminEvents.follow({ client: store.client }), 2);
  expect(found.map(({ id, cursor }) => [id, cursor])).toEqual([
    ['a', 'c1'],
    ['b', 'c2'],
  ]);
  expect(queries().map(({ limit }) => limit)).toEqual(['1', '1000']);
});

test('the TypeScript client’s event iterator requests only events of the given types, which may be patterns such as orders.a*', async () => {
  const types = (...wanted: string[]) => ({ client: store.client, after: '0', types: wanted });
  store.plays(page(['a1'], 'c1'));
  await firstOf(adminEvents.follow(types('orders.a*', 'orders.c')), 1);
  expect(queries()[0]).toMatchObject({ types: 'orders.a*,orders.c' });
  await firstOf(shopEvents.follow(types('orders.a*')), 1);
  expect(queries().at(-1)).toMatchObject({ types: 'orders.a*' });
  expect(store.seen.at(-1)?.url).toMatch(/^\/api\/client\/events/);
  await firstOf(adminEvents.follow(types()), 1);
  expect(queries().at(-1)).not.toHaveProperty('types');
});

test('the TypeScript client’s event iterator with an expired cursor throws an error with a new cursor and the lists to fetch again', async () => {
  const body = { code: 'cursor_expired', message: 'Too old.', cursor: 'c9', snapshot: ['/api/admin/orders'] };
  store.plays({ status: 410, body: { ...body, status: 410 } });
  const failed = await firstOf(adminEvents.follow({ client: store.client, after: 'c0' }), 1).catch(
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(CursorExpired);
  expect(failed).toMatchObject({ cursor: 'c9', snapshot: ['/api/admin/orders'] });
});

test('the TypeScript client’s event iterator throws the reason of its abort signal when the signal fires', async () => {
  const leaving = new AbortController();
  store.plays(page(['a'], 'c1'), 'hang');
  const found: string[] = [];
  const following = (async () => {
    for await (const { id } of adminEvents.follow({
      client: store.client,
      after: 'c0',
      signal: leaving.signal,
    })) {
      found.push(id);
      setTimeout(() => leaving.abort(new Error('enough')), 20);
    }
  })();
  await expect(following).rejects.toThrow('enough');
  expect(found).toEqual(['a']);
});
