import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';
import { signedIn } from '../console/browser.ts';
import { callersOf } from '../support/callers.ts';
import type { Operation } from '../../support/resources.ts';

const perCaller = 2;
const subscription = {
  price: 1,
  en: { name: 'Monthly', description: 'Every month' },
  ar: { name: 'شهري', description: 'كل شهر' },
};

interface Stream {
  status: number;
  headers: Headers;
  /** The text received so far. */
  text: () => string;
  isOver: () => boolean;
  close: () => void;
}

let store: TestStore;
/** The events of an operation that stays undecided until the worker starts again. */
let path: string;

beforeAll(async () => {
  store = await startTestStore({ env: { STREAMS_PER_CALLER: `${perCaller}` } });
  const { admin } = callersOf(store);
  await admin.post('/api/admin/subscriptions', subscription);
  store.kill('catalog-worker', 'SIGKILL');
  const accepted = await admin.post('/api/admin/subscriptions', subscription, { prefer: 'respond-async' });
  path = `${accepted.header('location') ?? ''}/events`;
}, 90_000);
afterAll(async () => store.stop());

const follow = (token: string, headers: Record<string, string> = {}) =>
  followWith({ authorization: `Bearer ${token}`, ...headers });

async function followWith(headers: Record<string, string>): Promise<Stream> {
  const leaving = new AbortController();
  const answer = await fetch(new URL(path, store.url), {
    headers: { accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  let [text, isOver] = ['', false];
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(chunk, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .then(() => (isOver = true));
  const { status, headers: sent } = answer;
  return { status, headers: sent, text: () => text, isOver: () => isOver, close: () => leaving.abort() };
}

const hasEvent = ({ text }: Stream) => text().includes('\nevent: operation\n');
const lastId = ({ text }: Stream) => [...text().matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '';

describe('streams of an operation’s events', () => {
  test('a caller may open only a limited number of streams at once', async () => {
    const token = await store.adminToken();
    const open = await Promise.all([follow(token), follow(token)]);
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await follow(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    await eventually('the refusal to be read', () => refused.text().includes('too_many_requests'));
    const other = await follow(await store.token('another', 'admin:read'));
    expect(other.status).toBe(200);
    open[0].close();
    await eventually('another one to be let in', async () => {
      const again = await follow(token);
      again.close();
      return again.status === 200;
    });
    open[1].close();
    other.close();
  });

  test('an operation’s event stream ends when its token expires', async () => {
    const keys = await loadSigningKeys(store.env['AUTH_KEYS_DIR'] ?? '');
    const token = await signToken(keys, { subject: 'brief', scope: 'admin', lifetime: 3 });
    const stream = await follow(token);
    await eventually('its first event', () => hasEvent(stream));
    await eventually('its end', () => stream.isOver());
    expect(stream.text().match(/^event: /gm)).toHaveLength(1);
    expect((await follow(token)).status).toBe(401);
  });

  test('an operation’s event stream ends with its console session', async () => {
    const browser = await signedIn(store, { subject: 'layla' });
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const stream = await followWith({ cookie, 'sec-fetch-site': 'same-origin' });
    await eventually('its first event', () => hasEvent(stream));
    expect(stream.isOver()).toBe(false);
    await browser.ask('DELETE', '/console/session');
    await eventually('its end', () => stream.isOver());
    expect(stream.text().match(/^event: /gm)).toHaveLength(1);
  });

  test('an operation’s event stream sends heartbeats while nothing happens', async () => {
    const stream = await follow(await store.token('patient', 'admin'));
    // The contract says 15 s; a busy machine may be late.
    await eventually('a heartbeat', () => stream.text().includes(': waiting\n\n'), 25_000);
    stream.close();
  }, 60_000);

  test('an operation’s event stream ends with the final state; resuming after it answers 204', async () => {
    const token = await store.token('follower', 'admin');
    const stream = await follow(token);
    await eventually('its first event', () => hasEvent(stream));
    const firstId = lastId(stream);
    await store.start('catalog-worker');
    await eventually('its end', () => stream.isOver());
    expect(stream.text().match(/^id: /gm)?.length).toBe(stream.text().match(/^event: /gm)?.length);
    const { data } = await callersOf(store).admin.get<Operation>(path.replace('/events', ''));
    expect(data.status).toBe('succeeded');
    const again = await follow(token, { 'last-event-id': lastId(stream) });
    await eventually('its end', () => again.isOver());
    expect([again.status, again.text()]).toEqual([204, '']);
    // A follower with an earlier or a foreign id gets the last event.
    for (const id of [firstId, 'nonsense']) {
      const later = await follow(token, { 'last-event-id': id });
      await eventually('its end', () => later.isOver());
      expect([later.status, lastId(later)]).toEqual([200, lastId(stream)]);
    }
  });
});
