import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import {
  RefusedByProvider,
  type Granted,
  type OpenIdProvider,
} from '#services/gateway/session/openid-provider.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { providerAway } from '#services/gateway/session/refusals.ts';
import { createKeepFresh } from '#services/gateway/session/refresh-session.ts';
import {
  createSessionStore,
  type Session,
  type SessionStore,
} from '#services/gateway/session/session-store.ts';
import { connectRedisTwice, ownName } from '../../support/own-servers.ts';
import { pause } from '../../../support/pause.ts';

let connections: [Redis, Redis];
beforeAll(async () => {
  connections = await connectRedisTwice();
});
afterAll(() => connections.forEach((redis) => redis.disconnect()));

const secret = 'a secret of the store';
/** The session stores of two gateways. */
const stores = (namespace = ownName()) =>
  connections.map((redis) => createSessionStore({ redis, namespace, secret, idleMs: 60_000 })) as [
    SessionStore,
    SessionStore,
  ];
const inMs = (ms: number) => Date.now() + ms;

/** A session with a token that is due for renewal. */
function session(more: Partial<Session> = {}): Session {
  return {
    subject: 'layla',
    name: 'Layla',
    language: 'ar',
    signedInBy: 'openid',
    endsAt: inMs(60_000),
    tokens: { access: 'old', accessUntil: inMs(5_000), refreshAt: inMs(-1), refresh: 'r1', id: 'i' },
    ...more,
  };
}

describe('a session', () => {
  test('a session is found by its id at every gateway until it is removed', async () => {
    const [one, two] = stores();
    const id = await one.add(session());
    expect(await two.find(id)).toMatchObject({ subject: 'layla', tokens: { refresh: 'r1' } });
    await two.remove(id);
    expect(await one.find(id)).toBeNull();
  });

  test('an update of a session that was already removed fails and does not create the session again', async () => {
    const [one, two] = stores();
    const id = await one.add(session());
    expect(await two.replace(id, session({ name: 'Other' }))).toBe(true);
    expect(await one.find(id)).toMatchObject({ name: 'Other' });
    await one.remove(id);
    expect(await two.replace(id, session())).toBe(false);
    expect(await two.find(id)).toBeNull();
  });

  test('a session is no longer found after its end time', async () => {
    const [one] = stores();
    const id = await one.add(session({ endsAt: inMs(30) }));
    await pause(60);
    expect(await one.find(id)).toBeNull();
  });

  test('each use of a session extends its idle time, but renewing its token does not', async () => {
    const [redis] = connections;
    const namespace = ownName();
    const store = createSessionStore({ redis, namespace, secret, idleMs: 30_000 });
    const id = await store.add(session());
    const [key = ''] = (await redis.keys(`${namespace}:session:*`)).filter((name) => !name.endsWith(':list'));
    const leftMs = () => redis.pttl(key);
    await redis.pexpire(key, 5000);
    await store.replace(id, session({ name: 'Renewed' }));
    expect(await leftMs()).toBeLessThanOrEqual(5000);
    expect((await store.find(id))?.name).toBe('Renewed');
    await store.use(id, session());
    expect(await leftMs()).toBeGreaterThan(5000);
  });

  test('an unused session ends after the idle time', async () => {
    const [redis] = connections;
    const store = createSessionStore({ redis, namespace: ownName(), secret, idleMs: 50 });
    const id = await store.add(session());
    await pause(100);
    expect(await store.find(id)).toBeNull();
  });

  test('all sessions of a person can be listed and ended at every gateway', async () => {
    const [one, two] = stores();
    const mine = [await one.add(session()), await two.add(session())];
    const other = await two.add(session({ subject: 'omar', name: 'Omar', signedInBy: 'link' }));
    const left = await one.add(session());
    await one.remove(left);
    const listed = await two.list();
    expect(listed.map(({ subject }) => subject).toSorted()).toEqual(['layla', 'layla', 'omar']);
    expect(listed.every(({ endsAt }) => endsAt > Date.now() && endsAt <= inMs(60_000))).toBe(true);
    expect(await one.endAllOf('layla')).toBe(2);
    expect(await Promise.all(mine.map((id) => two.find(id)))).toEqual([null, null]);
    expect(await two.find(other)).toMatchObject({ subject: 'omar' });
    expect(await two.list()).toMatchObject([{ subject: 'omar', name: 'Omar', signedInBy: 'link' }]);
  });

  test('a stored session cannot be decrypted with a wrong secret, or after it was copied to the id of another session', async () => {
    const namespace = ownName();
    const [one] = stores(namespace);
    const [redis] = connections;
    const [mine, theirs] = [await one.add(session()), await one.add(session({ subject: 'boss' }))];
    const other = createSessionStore({ redis, namespace, secret: 'another secret of it', idleMs: 60_000 });
    expect(await other.find(mine)).toBeNull();
    const keys = (await redis.keys(`${namespace}:session:*`)).filter((key) => !key.endsWith(':list'));
    const [first = '', second = ''] = keys;
    await redis.copy(first, second, 'REPLACE');
    const found = [await one.find(mine), await one.find(theirs)];
    expect(found.filter((known) => known !== null)).toHaveLength(1);
  });

  test('a sign-in link works for only one successful sign-in, and stays valid after a failed sign-in', async () => {
    const namespace = ownName();
    const [one, two] = stores(namespace);
    const [redis] = connections;
    const link = { id: ownName(), expiresAt: inMs(60_000) };
    await redis.set(`${namespace}:session:list`, 'is no hash');
    await expect(one.addOnce(session(), link)).rejects.toMatchObject({ code: 'unavailable' });
    await redis.del(`${namespace}:session:list`);
    const id = await two.addOnce(session(), link);
    expect(await one.find(id ?? '')).toMatchObject({ subject: 'layla' });
    expect(await one.addOnce(session(), link)).toBeNull();
    expect(await one.list()).toHaveLength(1);
  });

  test('only one gateway at a time can lock a session, and a gateway whose lock has expired cannot release the next gateway’s lock', async () => {
    const namespace = ownName();
    const [one, two] = stores(namespace);
    const [redis] = connections;
    const unlock = await one.lock('x', 60_000);
    expect(unlock).toBeInstanceOf(Function);
    expect(await two.lock('x', 60_000)).toBeNull();
    const [lock = ''] = await redis.keys(`${namespace}:session:lock:*`);
    expect(await redis.pexpire(lock, 0)).toBe(1);
    expect(await two.lock('x', 60_000)).toBeInstanceOf(Function);
    await unlock?.();
    expect(await one.lock('x', 60_000)).toBeNull();
  });
});

/** A provider whose `refresh` the test supplies. */
function providerThat(refresh: OpenIdProvider['refresh']) {
  const revoked: string[] = [];
  const unused = async (): Promise<never> => {
    throw new Error('not asked for here');
  };
  const provider: OpenIdProvider = {
    begin: unused,
    complete: unused,
    signOutUrl: unused,
    refresh,
    revoke: async (token) => void revoked.push(token),
  };
  return { provider, revoked };
}

const principal = { subject: 'layla', scopes: new Set(['admin:read'] as const), userId: null };
const authenticate = async () => ({ ...principal, expiresAt: inMs(300_000) });
const granted: Granted = { access: 'new', refresh: 'r2', id: null };
const ended = { details: { code: 'unauthenticated', extra: { reason: 'session_ended' } } };

async function renewing(refresh: () => Promise<Granted>, kept = session()) {
  const [store] = stores();
  const id = await store.add(kept);
  const { provider, revoked } = providerThat(refresh);
  const keepFresh = createKeepFresh({ store, provider, authenticate });
  return { store, id, revoked, renew: () => keepFresh(id, kept) };
}

describe('an expiring token', () => {
  test('renewing an expiring token keeps the session’s earlier token values if the identity provider’s response omits them', async () => {
    const { store, id, renew } = await renewing(async () => granted);
    expect(await renew()).toMatchObject({ tokens: { access: 'new', refresh: 'r2', id: 'i' } });
    expect(await store.find(id)).toMatchObject({ tokens: { access: 'new', refresh: 'r2', id: 'i' } });
  });

  test('an expired token is renewed only once, even if concurrent requests arrive at two gateways', async () => {
    const gateways = stores();
    const over = session();
    over.tokens.accessUntil = inMs(-1);
    const id = await gateways[0].add(over);
    let asked = 0;
    const { provider } = providerThat(async () => {
      asked += 1;
      await pause(100);
      return granted;
    });
    const renew = gateways.flatMap((store) => {
      const keepFresh = createKeepFresh({ store, provider, authenticate });
      return [1, 2, 3].map(() => keepFresh(id, over));
    });
    const renewed = await Promise.all(renew);
    expect(renewed.map(({ tokens }) => tokens.access)).toEqual(Array<string>(6).fill('new'));
    expect(asked).toBe(1);
  });

  test('while another gateway renews a token that is still valid, a session uses this token without waiting', async () => {
    const { store, id, renew } = await renewing(async () => {
      throw new Error('only the other gateway renews the token');
    });
    await store.lock(id, 60_000);
    expect(await renew()).toMatchObject({ tokens: { access: 'old' } });
  });

  test('a token that is renewed during a sign-out is revoked, and the session remains ended', async () => {
    const signOut: { now?: () => Promise<void> } = {};
    const { store, id, revoked, renew } = await renewing(async () => {
      await signOut.now?.();
      return granted;
    });
    signOut.now = () => store.remove(id);
    await expect(renew()).rejects.toMatchObject(ended);
    expect([await store.find(id), revoked]).toEqual([null, ['r2']]);
  });

  test('a session ends if its renewed token belongs to another person', async () => {
    const { store, id, renew } = await renewing(async () => granted, session({ subject: 'boss' }));
    await expect(renew()).rejects.toMatchObject(ended);
    expect(await store.find(id)).toBeNull();
  });

  test('a session ends when the identity provider rejects the renewal of its token', async () => {
    const { store, id, renew } = await renewing(async () => {
      throw new RefusedByProvider('refused');
    });
    await expect(renew()).rejects.toMatchObject(ended);
    expect(await store.find(id)).toBeNull();
  });

  test('a session keeps its token while the identity provider is unavailable, and postpones the next renewal', async () => {
    const { store, id, renew } = await renewing(async () => {
      throw providerAway(new Error('away'));
    });
    const kept = await renew();
    expect(kept.tokens.access).toBe('old');
    expect(kept.tokens.refreshAt).toBeGreaterThan(inMs(3_000));
    expect(await store.find(id)).toEqual(kept);
  });

  test('a session keeps the refresh token that the identity provider issued while the new access token cannot be verified', async () => {
    const asked: string[] = [];
    const keys = { areAvailable: false };
    const [store] = stores();
    const id = await store.add(session());
    const { provider } = providerThat(async (token) => {
      asked.push(token);
      return { ...granted, refresh: `${token}+` };
    });
    const verify = async () => {
      if (!keys.areAvailable) throw providerAway(new Error('no keys'));
      return authenticate();
    };
    let clock = Date.now();
    const keepFresh = createKeepFresh({ store, provider, authenticate: verify, now: () => clock });
    const postponed = await keepFresh(id, session());
    expect(postponed.tokens).toMatchObject({ access: 'old', refresh: 'r1+' });
    clock = postponed.tokens.accessUntil;
    await expect(keepFresh(id, postponed)).rejects.toMatchObject({ code: 'unavailable' });
    keys.areAvailable = true;
    expect(await keepFresh(id, postponed)).toMatchObject({ tokens: { access: 'new', refresh: 'r1+++' } });
    expect(asked).toEqual(['r1', 'r1+', 'r1++']);
  });

  test('if the tokens from a renewal are not valid for this store, the session keeps its former token until that expires, and then ends', async () => {
    const [store] = stores();
    const id = await store.add(session());
    const { provider, revoked } = providerThat(async () => granted);
    const reject = () => Promise.reject(new Problem('unauthenticated'));
    let clock = Date.now();
    const keepFresh = createKeepFresh({ store, provider, authenticate: reject, now: () => clock });
    const postponed = await keepFresh(id, session());
    expect(postponed.tokens).toMatchObject({ access: 'old', refresh: 'r2' });
    clock = postponed.tokens.accessUntil;
    await expect(keepFresh(id, postponed)).rejects.toMatchObject(ended);
    expect([await store.find(id), revoked]).toEqual([null, ['r2']]);
  });

  test('renewing an expired token fails while the identity provider is unavailable, and the session is kept', async () => {
    const over = session();
    over.tokens.accessUntil = inMs(-1);
    const { store, id, renew } = await renewing(async () => {
      throw providerAway(new Error('away'));
    }, over);
    await expect(renew()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await store.find(id)).not.toBeNull();
  });
});
