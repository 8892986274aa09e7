import { beforeAll, describe, expect, test } from '@jest/globals';

import { admin, shared } from '../support/callers.ts';
import { newSubscription, translations, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Subscription } from '../../support/resources.ts';

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

describe('numbered pages', () => {
  test('numbered pages contain per_page records, newest first', async () => {
    const { data, meta } = await pageOf('paginate=true&per_page=3&page=2');
    expect(idsOf(data)).toEqual(newestFirst().slice(3, 6));
    expect(meta).toMatchObject({ current_page: 2, from: 4, to: 6, last_page: 3, per_page: 3, total: 7 });
  });

  test('pages contain 15 records by default and at most 200', async () => {
    expect((await pageOf('paginate=1')).meta.per_page).toBe(15);
    expect((await pageOf('paginate=true&per_page=200')).meta.per_page).toBe(200);
    expect((await pageOf('paginate=true&per_page=1')).data.length).toBe(1);
  });

  test.each(['0', '-1', 'abc', '1.5', ''])('the page number %j returns the first page', async (page) => {
    expect((await pageOf(`paginate=true&page=${page}`)).meta.current_page).toBe(1);
  });

  test('a numbered page after the last page is empty', async () => {
    const { data, meta, links } = await pageOf('paginate=true&per_page=5&page=9');
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ current_page: 9, from: null, to: null, last_page: 2, total: 7 });
    expect(links.next).toBeNull();
  });

  test('an empty list has one page without records', async () => {
    const reply = await admin.get<unknown[]>(`${path}?filters[name]=${uniqueWord()}&paginate=true`);
    expect(reply.page.data).toEqual([]);
    expect(reply.page.meta).toMatchObject({ current_page: 1, from: null, to: null, last_page: 1, total: 0 });
    expect(reply.page.meta.links.map(({ label }) => label)).toEqual([
      '&laquo; Previous',
      '1',
      'Next &raquo;',
    ]);
  });

  test('the links between pages keep the caller’s query parameters and put the parameter page last', async () => {
    const query = `search=${word}&page=1&sort=price&paginate=true&per_page=2&filters[is_active]=`;
    const { links } = (await admin.get<unknown[]>(`${path}?${query}`)).page;
    const next = `${shared.url}${path}?search=${word}&sort=price&paginate=true&per_page=2&page=2`;
    expect(links.next).toBe(next);
    const followed = await admin.get<Subscription[]>(next.slice(shared.url.length));
    expect(followed.page.meta.current_page).toBe(2);
  });
});

describe('a list without pages', () => {
  test.each(['', 'paginate=false', 'paginate=0', 'per_page=2', 'per_page=500&page=3'])(
    'a list without pages returns every match with the query %j',
    async (query) => {
      const reply = await admin.get<Subscription[]>(`${list}&${query}`);
      expect(idsOf(reply.data)).toEqual(newestFirst());
      expect(Object.keys(JSON.parse(reply.text) as object)).toEqual(['data']);
    },
  );
});

describe('the sort order of a list', () => {
  const sorted = async (sort: string) =>
    idsOf((await admin.get<Subscription[]>(`${list}&sort=${sort}`)).data);
  const by = (...keys: ((one: Subscription) => number)[]) =>
    idsOf([...made].sort((a, b) => keys.map((key) => key(a) - key(b)).find((order) => order !== 0) ?? 0));

  test('the sort parameter sets the sort order of a list', async () => {
    expect(await sorted('id')).toEqual(idsOf(made));
    expect(await sorted('-id')).toEqual(newestFirst());
    expect(await sorted('price,id')).toEqual(
      by(
        ({ price }) => price,
        ({ id }) => id,
      ),
    );
    expect(await sorted('-price,id')).toEqual(
      by(
        ({ price }) => -price,
        ({ id }) => id,
      ),
    );
    expect(await sorted('price,-id')).toEqual(
      by(
        ({ price }) => price,
        ({ id }) => -id,
      ),
    );
    expect(await sorted('-created_at,id')).toEqual(newestFirst());
  });

  test('a sorted list has the same sequence with and without pages', async () => {
    const pages = [1, 2, 3, 4].map(
      async (page) => (await pageOf(`sort=price&paginate=1&per_page=2&page=${page}`)).data,
    );
    expect(idsOf((await Promise.all(pages)).flat())).toEqual(await sorted('price'));
  });

  test.each(['name', 'secret', '-', 'price;id', '$where'])(
    'the sort parameter accepts the text %j only if it is a sortable field',
    async (sort) => {
      if (sort === 'name') expect((await admin.get(`${list}&sort=name`)).status).toBe(200);
      else
        expectRefusal(await admin.get(`${list}&sort=${encodeURIComponent(sort)}`), 'validation_failed', [
          'sort',
        ]);
    },
  );
});

describe('cursor pages', () => {
  test('a cursor page has Laravel’s pagination format', async () => {
    const { data, links, meta } = await pageOf('paginate=cursor&per_page=3');
    expect(idsOf(data)).toEqual(newestFirst().slice(0, 3));
    const base = `${shared.url}${path}?filters%5Bname%5D=${word}&paginate=cursor&per_page=3&cursor=`;
    expect(links).toEqual({ first: null, last: null, prev: null, next: `${base}${meta.next_cursor ?? ''}` });
    expect(meta).toEqual({
      path: `${shared.url}${path}`,
      per_page: 3,
      next_cursor: expect.any(String),
      prev_cursor: null,
    });
    expect(Object.keys(meta)).toEqual(['path', 'per_page', 'next_cursor', 'prev_cursor']);
  });

  test('cursor pages neither skip nor repeat records while others are added', async () => {
    const seen: number[] = [];
    const extra: Subscription[] = [];
    for (let query = `${list}&paginate=cursor&per_page=2&sort=price`; query !== '';) {
      const { data, links } = (await admin.get<Subscription[]>(query)).page;
      seen.push(...idsOf(data));
      // One new record sorts before the cursor's position, and the other after it.
      extra.push(await add(0.5), await add(9));
      query = links.next?.slice(shared.url.length) ?? '';
      if (extra.length > 20) break;
    }
    const known = new Set(idsOf(made));
    const sorted = [...made].sort((a, b) => a.price - b.price || a.id - b.id);
    expect(seen.filter((id) => known.has(id))).toEqual(idsOf(sorted));
    expect(new Set(seen).size).toBe(seen.length);
    await Promise.all(extra.map(({ id }) => admin.delete(`${path}/${id}`)));
  });

  test('the previous cursor returns the previous page', async () => {
    const first = await pageOf('paginate=cursor&per_page=3&sort=-price');
    const second = await pageOf(
      `paginate=cursor&per_page=3&sort=-price&cursor=${first.meta.next_cursor ?? ''}`,
    );
    const back = await pageOf(
      `paginate=cursor&per_page=3&sort=-price&cursor=${second.meta.prev_cursor ?? ''}`,
    );
    expect(back.data).toEqual(first.data);
    expect(idsOf(second.data)).not.toContain(idsOf(first.data)[0]);
  });

  test.each(['nonsense', 'WzEsInsiXQ', 'W10', 'eyIkbmUiOjF9'])(
    'the invalid cursor %s is rejected with 422',
    async (cursor) => {
      const reply = await admin.get(`${list}&paginate=cursor&cursor=${cursor}`);
      expectRefusal(reply, 'validation_failed', ['cursor']);
    },
  );
});
