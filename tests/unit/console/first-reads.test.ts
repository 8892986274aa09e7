import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { dropEarly, readEarly, takeEarly } from '#console/data/early-reads.ts';
import { openedRoom } from '#console/rooms.ts';

const origin = 'http://127.0.0.1:3000';
const realFetch = globalThis.fetch;

beforeEach(() => {
  globalThis.fetch = jest.fn<typeof fetch>(() => Promise.resolve(new Response('early')));
});
afterEach(() => {
  globalThis.fetch = realFetch;
  dropEarly();
  Reflect.deleteProperty(globalThis, 'location');
});

function open(path: string): void {
  Object.defineProperty(globalThis, 'location', { value: new URL(path, origin), configurable: true });
}

test.each([
  ['/console', '/', []],
  ['/console/', '/', []],
  ['/console/orders/', '/orders', []],
  ['/console/orders/new', '/orders/new', []],
  ['/console/orders/12', '/orders/:order', ['/api/admin/orders/12']],
  ['/console/catalogue/products/3', '/catalogue/:kind/:record', []],
])('the URL %s opens the room %s, whose first reads are %j', (path, room, reads) => {
  open(path);
  expect(openedRoom()).toMatchObject({ room: { path: room }, reads });
});

test('an unknown URL opens no room', () => {
  open('/console/unknown/page');
  expect(openedRoom()).toBeUndefined();
});

test('only the first GET request for the URL of an early read gets its response', async () => {
  open('/console');
  readEarly(['/console/session'], { 'Accept-Language': 'en' });
  const url = `${origin}/console/session`;
  expect(takeEarly(new Request(url, { method: 'DELETE' }))).toBeUndefined();
  expect(await (await takeEarly(new Request(url)))?.text()).toBe('early');
  expect(takeEarly(new Request(url))).toBeUndefined();
});

test('dropped early reads answer no request', () => {
  open('/console');
  readEarly(['/console/session'], {});
  dropEarly();
  expect(takeEarly(new Request(`${origin}/console/session`))).toBeUndefined();
});
