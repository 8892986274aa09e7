import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { eventually } from '../../support/eventually.ts';
import { signedIn } from '../../support/console-browser.ts';
import { startGateway } from '../support/gateway.ts';
import type { ComponentGateway } from '../support/gateway.ts';

const perCaller = 2;

interface Stream {
  status: number;
  headers: Headers;
  /** The text received so far. */
  text: () => string;
  isOver: () => boolean;
  close: () => void;
}

let gateway: ComponentGateway;
/** The events of an operation that stays undecided until `isDone`. */
let path: string;
let isDone = false;
const outcome = { status: 204, location: null, version: null, body: null };

beforeAll(async () => {
  gateway = await startGateway({
    env: { STREAMS_PER_CALLER: `${perCaller}` },
    reply: () => null,
    ask: (_service, method, _path, body) => {
      if (method !== 'POST') return Promise.resolve(null);
      const at = new Date().toISOString();
      const operations = (body as { commands: string[] }).commands.map((_id) => ({
        record: isDone ? { _id, state: 'done', outcome, accepted_at: at } : null,
        bulk: null,
      }));
      return Promise.resolve({ operations, isWorkerAlive: true, takenUpTo: null });
    },
  });
  const token = await gateway.token();
  const headers = { prefer: 'respond-async' };
  const accepted = await gateway.request('DELETE', '/api/admin/subscriptions/7', { token, headers });
  path = `${accepted.headers.get('location') ?? ''}/events`;
});
afterAll(() => gateway.stop());

const follow = (token: string, headers: Record<string, string> = {}) =>
  followWith({ authorization: `Bearer ${token}`, ...headers });

async function followWith(headers: Record<string, string>): Promise<Stream> {
  const leaving = new AbortController();
  const answer = await fetch(new URL(path, gateway.url), {
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
    const token = await gateway.token();
    const open = await Promise.all([follow(token), follow(token)]);
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await follow(token);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    await eventually('the refusal to be read', () => refused.text().includes('too_many_requests'));
    const other = await follow(await gateway.token('another', 'admin:read'));
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
    const token = await gateway.token('brief', 'admin', 2);
    const stream = await follow(token);
    await eventually('its first event', () => hasEvent(stream));
    await eventually('its end', () => stream.isOver());
    expect(stream.text().match(/^event: /gm)).toHaveLength(1);
    expect((await follow(token)).status).toBe(401);
  });

  test('an operation’s event stream ends with its console session', async () => {
    const browser = await signedIn(gateway, { subject: 'layla' });
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const stream = await followWith({ cookie, 'sec-fetch-site': 'same-origin' });
    await eventually('its first event', () => hasEvent(stream));
    expect(stream.isOver()).toBe(false);
    await browser.ask('DELETE', '/console/session');
    await eventually('its end', () => stream.isOver());
    expect(stream.text().match(/^event: /gm)).toHaveLength(1);
  });

  test('an operation’s event stream ends with the final state; resuming after it answers 204', async () => {
    const token = await gateway.token('follower', 'admin');
    const stream = await follow(token);
    await eventually('its first event', () => hasEvent(stream));
    const firstId = lastId(stream);
    isDone = true;
    await eventually('its end', () => stream.isOver());
    expect(stream.text().match(/^id: /gm)?.length).toBe(stream.text().match(/^event: /gm)?.length);
    expect(stream.text()).toContain('"status":"succeeded"');
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
