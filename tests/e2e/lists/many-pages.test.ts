import { beforeAll, expect, test } from '@jest/globals';

import { admin, shared } from '../support/callers.ts';
import { newOrder, newShopper } from '../support/records.ts';
import type { Order, Page } from '../../support/resources.ts';

/** The list has 67 pages of three, so the links omit pages on both sides. */
const count = 200;
let userId: number;
let list: string;

beforeAll(async () => {
  const owner = await newShopper();
  userId = owner.user.id;
  list = `/api/admin/orders?filters[user_id]=${userId}`;
  await Promise.all(Array.from({ length: count }, () => newOrder({}, owner)));
}, 60_000);

test('a list without pages returns two hundred orders, newest first', async () => {
  const { data } = await admin.get<Order[]>(list);
  expect(data.length).toBe(count);
  const ids = data.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect(new Set(ids).size).toBe(count);
  expect(new Set(data.map((order) => order.order_number)).size).toBe(count);
});

test('pages of three list two hundred orders, each order once', async () => {
  const seen = new Set<number>();
  for (let page = 1; page <= 67; page += 1) {
    const { data, meta } = (await admin.get<Order[]>(`${list}&paginate=true&per_page=3&page=${page}`)).page;
    expect(data.length).toBe(page < 67 ? 3 : 2);
    expect(meta).toMatchObject({ current_page: page, last_page: 67, per_page: 3, total: count });
    for (const { id } of data) seen.add(id);
  }
  expect(seen.size).toBe(count);
});

const url = (page: number) =>
  `${shared.url}/api/admin/orders?filters%5Buser_id%5D=${userId}&paginate=true&per_page=3&page=${page}`;
const numbered = (page: number, current: number) => ({
  url: url(page),
  label: String(page),
  page,
  active: page === current,
});
const gap = { url: null, label: '...', active: false };

test('a middle page of many orders has every field of Laravel’s pagination format', async () => {
  const { page } = await admin.get<Order[]>(`${list}&paginate=true&per_page=3&page=30`);
  expect(Object.keys(page)).toEqual(['data', 'links', 'meta']);
  expect(page.links).toEqual({ first: url(1), last: url(67), prev: url(29), next: url(31) });
  expect(Object.keys(page.links)).toEqual(['first', 'last', 'prev', 'next']);
  expect(page.meta).toEqual({
    current_page: 30,
    from: 88,
    last_page: 67,
    links: [
      { url: url(29), label: '&laquo; Previous', page: 29, active: false },
      ...[1, 2].map((number) => numbered(number, 30)),
      gap,
      ...[27, 28, 29, 30, 31, 32, 33].map((number) => numbered(number, 30)),
      gap,
      ...[66, 67].map((number) => numbered(number, 30)),
      { url: url(31), label: 'Next &raquo;', page: 31, active: false },
    ],
    path: `${shared.url}/api/admin/orders`,
    per_page: 3,
    to: 90,
    total: 200,
  });
  expect(Object.keys(page.meta)).toEqual([
    'current_page',
    'from',
    'last_page',
    'links',
    'path',
    'per_page',
    'to',
    'total',
  ]);
});

test('the first and the last page of many orders have Laravel’s pagination format', async () => {
  const first = (await admin.get<Order[]>(`${list}&paginate=true&per_page=3`)).page;
  expect(first.links).toEqual({ first: url(1), last: url(67), prev: null, next: url(2) });
  expect(first.meta).toMatchObject({ current_page: 1, from: 1, to: 3 });
  expect(first.meta.links).toEqual([
    { url: null, label: '&laquo; Previous', page: null, active: false },
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) => numbered(number, 1)),
    gap,
    ...[66, 67].map((number) => numbered(number, 1)),
    { url: url(2), label: 'Next &raquo;', page: 2, active: false },
  ]);
  const last = (await admin.get<Order[]>(`${list}&paginate=true&per_page=3&page=67`)).page;
  expect(last.links).toEqual({ first: url(1), last: url(67), prev: url(66), next: null });
  expect(last.meta).toMatchObject({ from: 199, to: 200 });
  expect(last.meta.links.slice(1, 4)).toEqual([numbered(1, 67), numbered(2, 67), gap]);
  expect(last.meta.links.at(-1)).toEqual({ url: null, label: 'Next &raquo;', page: null, active: false });
});

test('a page after the last page is empty', async () => {
  const { data, links, meta } = (await admin.get<Order[]>(`${list}&paginate=true&per_page=3&page=68`)).page;
  expect(data).toEqual([]);
  expect(meta).toMatchObject({ current_page: 68, from: null, to: null, last_page: 67, total: 200 });
  expect(links).toEqual({ first: url(1), last: url(67), prev: url(67), next: null });
});

test('cursor pages list two hundred orders in both directions, each order once', async () => {
  const walk = async (start: string, direction: 'next' | 'prev') => {
    const pages: number[][] = [];
    let last: string | null = null;
    for (let at: string | null = start; at !== null;) {
      const page: Page<Order> = (await admin.get<Order[]>(at)).page;
      pages.push(page.data.map(({ id }) => id));
      [last, at] = [at, page.links[direction]];
    }
    return { pages, last };
  };
  const forwards = await walk(`${list}&paginate=cursor&per_page=40`, 'next');
  const ids = forwards.pages.flat();
  expect(ids.length).toBe(count);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  const back = await walk(forwards.last ?? '', 'prev');
  expect(back.pages.reverse()).toEqual(forwards.pages);
});
