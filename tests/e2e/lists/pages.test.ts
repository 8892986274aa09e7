import { beforeAll, expect, test } from '@jest/globals';

import { admin, shared } from '../support/callers.ts';
import { newSubscription, translations, uniqueWord } from '../support/records.ts';
import type { Subscription } from '../../support/resources.ts';

/** tests/unit/lists and tests/integration/lists prove the format of pages, cursors and every sort order. */

const word = uniqueWord('Page');
const path = '/api/admin/subscriptions';
const list = `${path}?filters[name]=${word}`;
let made: Subscription[];

const add = (price: number) => newSubscription({ ...translations(uniqueWord(`${word} `)), price });
const pageOf = async (query: string) => (await admin.get<Subscription[]>(`${list}&${query}`)).page;
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

beforeAll(async () => {
  made = [];
  for (const price of [5, 3, 5, 1, 5, 2, 4]) made.push(await add(price));
});
const newestFirst = () => idsOf(made).reverse();

test('numbered pages contain as many records as per_page states, newest first, and a page after the last is empty', async () => {
  const { data, meta } = await pageOf('paginate=true&per_page=3&page=2');
  expect(idsOf(data)).toEqual(newestFirst().slice(3, 6));
  expect(meta).toMatchObject({ current_page: 2, from: 4, to: 6, last_page: 3, per_page: 3, total: 7 });
  const past = await pageOf('paginate=true&per_page=5&page=9');
  expect(past.data).toEqual([]);
  expect(past.meta).toMatchObject({ current_page: 9, from: null, to: null, last_page: 2, total: 7 });
});

test('the links to other pages of a list keep the caller’s query parameters, with the parameter “page” last', async () => {
  const query = `search=${word}&page=1&sort=price&paginate=true&per_page=2&filters[is_active]=`;
  const { links } = (await admin.get<unknown[]>(`${path}?${query}`)).page;
  const next = `${shared.url}${path}?search=${word}&sort=price&paginate=true&per_page=2&page=2`;
  expect(links.next).toBe(next);
  const followed = await admin.get<Subscription[]>(next.slice(shared.url.length));
  expect(followed.page.meta.current_page).toBe(2);
});

test('a list that is requested without pagination returns every match in the requested sort order', async () => {
  const reply = await admin.get<Subscription[]>(`${list}&per_page=2&sort=-price,id`);
  const sorted = [...made].sort((a, b) => b.price - a.price || a.id - b.id);
  expect(idsOf(reply.data)).toEqual(idsOf(sorted));
  expect(Object.keys(JSON.parse(reply.text) as object)).toEqual(['data']);
});

test('cursor pages neither skip nor repeat records while new records are added, and link back to the previous page', async () => {
  const seen: number[][] = [];
  const extra: Subscription[] = [];
  let prev: string | null = null;
  for (let query = `${list}&paginate=cursor&per_page=3&sort=price`; query !== '' && extra.length < 9;) {
    const { data, links } = (await admin.get<Subscription[]>(query)).page;
    seen.push(idsOf(data));
    // The new record sorts after the cursor's position.
    extra.push(await add(9));
    prev = links.prev;
    query = links.next?.slice(shared.url.length) ?? '';
  }
  const known = new Set(idsOf(made));
  const sorted = [...made].sort((a, b) => a.price - b.price || a.id - b.id);
  expect(seen.flat().filter((id) => known.has(id))).toEqual(idsOf(sorted));
  expect(new Set(seen.flat()).size).toBe(seen.flat().length);
  const back = (await admin.get<Subscription[]>(prev?.slice(shared.url.length) ?? '')).page;
  expect(idsOf(back.data)).toEqual(seen.at(-2));
  await Promise.all(extra.map(({ id }) => admin.delete(`${path}/${id}`)));
});
