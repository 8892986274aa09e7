import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { dropEarly, readEarly, takeEarly } from '#console/data/early-reads.ts';
import { roomAt } from '#console/data/room-at.ts';

const origin = 'http://127.0.0.1:3000';
const realFetch = globalThis.fetch;

beforeEach(() => {
  globalThis.fetch = jest.fn<typeof fetch>(() => Promise.resolve(new Response('early')));
});
afterEach(() => {
  globalThis.fetch = realFetch;
  dropEarly();
});

const rooms = [
  { path: '/' },
  { path: '/orders' },
  { path: '/orders/new' },
  { path: '/orders/:order', reads: ['/api/admin/orders/:order'] },
  { path: '/catalogue/:kind/:record' },
];

test.each([
  ['/', '/', []],
  ['/orders/', '/orders', []],
  ['/orders/new', '/orders/new', []],
  ['/orders/12', '/orders/:order', ['/api/admin/orders/12']],
  ['/catalogue/products/3', '/catalogue/:kind/:record', []],
])('the console path %s opens the page %s, whose first API reads are %j', (opened, path, reads) => {
  expect(roomAt(rooms, opened)).toMatchObject({ room: { path }, reads });
});

test('a path that the console does not know opens no page', () => {
  expect(roomAt(rooms, '/unknown/page')).toBeUndefined();
});

test('the response to a read that the console sends before a page needs it is used only once, by the first GET request for the same URL', async () => {
  const url = `${origin}/console/session`;
  readEarly([url], { 'Accept-Language': 'en' });
  expect(takeEarly(new Request(url, { method: 'DELETE' }))).toBeUndefined();
  expect(await (await takeEarly(new Request(url)))?.text()).toBe('early');
  expect(takeEarly(new Request(url))).toBeUndefined();
});

test('after the console drops the reads that it sent before a page needed them, a GET request for the same URL does not get their responses', () => {
  readEarly([`${origin}/console/session`], {});
  dropEarly();
  expect(takeEarly(new Request(`${origin}/console/session`))).toBeUndefined();
});
