import { describe, expect, test } from '@jest/globals';

import { openStream, type EventStream } from '../../support/event-stream.ts';
import { eventually } from '../../support/eventually.ts';
import { signedIn } from '../../support/console-browser.ts';
import { useGateway } from '../support/gateway.ts';

const perCaller = 2;

let isDone = false;
let isShopperDeleted = false;
const outcome = { status: 204, location: null, version: null, body: null };

const gateway = await useGateway({
  env: { STREAMS_PER_CALLER: `${perCaller}` },
  reply: () => null,
  ask: (_service, method, asked, body) => {
    if (asked.startsWith('/shopper-gone')) return Promise.resolve({ is_gone: isShopperDeleted });
    if (method !== 'POST') return Promise.resolve(null);
    const at = new Date().toISOString();
    const operations = (body as { commands: string[] }).commands.map((_id) => ({
      record: isDone ? { _id, state: 'done', outcome, accepted_at: at } : null,
      bulk: null,
    }));
    return Promise.resolve({ operations, isWorkerAlive: true, takenUpTo: null });
  },
});
const accepted = await gateway.request('DELETE', '/api/admin/subscriptions/7', {
  token: await gateway.token(),
  headers: { prefer: 'respond-async' },
});
/** The path of an operation's event stream. The operation stays pending until `isDone` is true. */
const path = `${accepted.headers.get('location') ?? ''}/events`;

const follow = (token: string, headers: Record<string, string> = {}) =>
  followWith({ authorization: `Bearer ${token}`, ...headers });

const followWith = (headers: Record<string, string>) => openStream(gateway, path, headers);

const hasEvent = ({ text }: EventStream) => text().includes('\nevent: operation\n');

describe('event streams of an operation', () => {
  test('a caller may have only a limited number of concurrent event streams', async () => {
    const token = await gateway.token();
    const open = await Promise.all([follow(token), follow(token)]);
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await follow(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    await eventually('the response to the rejected stream', () =>
      refused.text().includes('too_many_requests'),
    );
    const other = await follow(await gateway.token('another', 'admin:read'));
    expect(other.status).toBe(200);
    open[0].close();
    await eventually('another stream of the caller to be accepted', async () => {
      const again = await follow(token);
      again.close();
      return again.status === 200;
    });
    open[1].close();
    other.close();
  });

  test('an operation’s event stream ends when its console session ends', async () => {
    const browser = await signedIn(gateway, { subject: 'layla' });
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const stream = await followWith({ cookie, 'sec-fetch-site': 'same-origin' });
    await eventually('the first event of the stream', () => hasEvent(stream));
    expect(stream.isOver()).toBe(false);
    await browser.ask('DELETE', '/console/session');
    await eventually('the end of the stream', () => stream.isOver());
    expect(stream.text().match(/^event: /gm)).toHaveLength(1);
  });

  test('once a shopper is deleted, the event stream of the shopper’s operation ends without sending further states', async () => {
    const token = await gateway.token('7', 'client');
    const headers = { prefer: 'respond-async' };
    const accepted = await gateway.request('DELETE', '/api/client/cart/items/7', { token, headers });
    const own = `${accepted.headers.get('location') ?? ''}/events`;
    const stream = await openStream(gateway, own, { authorization: `Bearer ${token}` });
    await eventually('the first event of the stream', () => hasEvent(stream));
    [isShopperDeleted, isDone] = [true, true];
    await eventually('the end of the stream', () => stream.isOver());
    [isShopperDeleted, isDone] = [false, false];
    expect(stream.text().match(/^event: /gm)).toHaveLength(1);
  });

  test('an operation’s event stream ends after the final state, and a client that tries to resume the stream gets 204', async () => {
    const token = await gateway.token('follower', 'admin');
    const stream = await follow(token);
    await eventually('the first event of the stream', () => hasEvent(stream));
    const firstId = stream.lastId();
    isDone = true;
    await eventually('the end of the stream', () => stream.isOver());
    expect(stream.text().match(/^id: /gm)?.length).toBe(stream.text().match(/^event: /gm)?.length);
    expect(stream.text()).toContain('"status":"succeeded"');
    const again = await follow(token, { 'last-event-id': stream.lastId() });
    await eventually('the end of the stream', () => again.isOver());
    expect([again.status, again.text()]).toEqual([204, '']);
    // A client that resumes from an earlier or unknown event id gets the last event.
    for (const id of [firstId, 'nonsense']) {
      const later = await follow(token, { 'last-event-id': id });
      await eventually('the end of the stream', () => later.isOver());
      expect([later.status, later.lastId()]).toEqual([200, stream.lastId()]);
    }
  });
});
