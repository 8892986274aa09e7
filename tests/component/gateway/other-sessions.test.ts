import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { loadSigningKeys, signLinkCode } from '#services/gateway/auth/signing-keys.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type ComponentGateway } from '../support/gateway.ts';

let gateway: ComponentGateway;
beforeAll(async () => {
  gateway = await startGateway({ answer: () => ({ data: [] }) });
});
afterAll(() => gateway.stop());

/** Signs in and returns the session cookie. */
async function signedIn(subject: string, scope = 'admin'): Promise<string> {
  const keys = await loadSigningKeys(gateway.keysFolder);
  const code = await signLinkCode(keys, { subject, name: `Name of ${subject}`, scope, lifetime: 60 });
  const origin = { origin: gateway.url };
  const answer = await gateway.request('POST', '/console/sign-in', { json: { code }, headers: origin });
  expect(answer.status).toBe(204);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const by = (cookie: string) => ({
  headers: { cookie, origin: gateway.url, 'sec-fetch-site': 'same-origin' },
});
const sessionsIn = (body: unknown) =>
  (body as { data: { sessions: { subject: string; is_own: boolean }[] } }).data.sessions;
const isSignedIn = async (cookie: string) =>
  (await gateway.request('GET', '/console/session', by(cookie))).status === 200;

test('an admin can list signed-in people and end all sessions of one person', async () => {
  const [first, second] = [await signedIn('layla'), await signedIn('layla')];
  const boss = await signedIn('boss');
  const sessions = sessionsIn((await gateway.request('GET', '/console/sessions', by(boss))).body);
  expect(sessions).toContainEqual(expect.objectContaining({ subject: 'layla', name: 'Name of layla' }));
  expect(sessions.filter(({ is_own: isOwn }) => isOwn).map(({ subject }) => subject)).toEqual(['boss']);
  const ended = await gateway.request('DELETE', '/console/sessions?subject=layla', by(boss));
  expect([ended.status, ended.body]).toEqual([200, { ended: 2 }]);
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(boss)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a staff member with read-only rights can list and end only their own sessions', async () => {
  const boss = await signedIn('boss');
  const [auditor, elsewhere] = [await signedIn('nada', 'admin:read'), await signedIn('nada', 'admin:read')];
  const sessions = sessionsIn((await gateway.request('GET', '/console/sessions', by(auditor))).body);
  const subjects = sessions.map(({ subject }) => subject);
  expect(subjects).toEqual(['nada', 'nada']);
  const refused = await gateway.request('DELETE', '/console/sessions?subject=boss', by(auditor));
  expect([refused.status, await isSignedIn(boss)]).toEqual([403, true]);
  const own = await gateway.request('DELETE', '/console/sessions?subject=nada', by(auditor));
  expect([own.body, await isSignedIn(elsewhere)]).toEqual([{ ended: 2 }, false]);
});

test('sessions can be ended only with a subject and from the store’s own pages, and shoppers cannot list sessions', async () => {
  const boss = await signedIn('boss');
  const missing = await gateway.request('DELETE', '/console/sessions', by(boss));
  expect(missing.body).toMatchObject({ errors: { subject: expect.any(Array) } });
  const shopper = await gateway.token('7', 'client');
  const [asShopper, asStranger, fromElsewhere] = await Promise.all([
    gateway.request('GET', '/console/sessions', { token: shopper }),
    gateway.request('GET', '/console/sessions'),
    gateway.request('DELETE', '/console/sessions?subject=boss', {
      headers: { cookie: boss, 'sec-fetch-site': 'cross-site' },
    }),
  ]);
  expect([asShopper.status, asStranger.status, fromElsewhere.status]).toEqual([403, 401, 403]);
  expect(await isSignedIn(boss)).toBe(true);
});

test('event streams and requests from an idle page do not keep a session alive', async () => {
  const cookie = await signedIn('dina');
  const uses = () => gateway.sessionUses.filter((subject) => subject === 'dina').length;
  const ask = (more: Record<string, string>) =>
    gateway.request('GET', '/api/admin/products', { headers: { ...by(cookie).headers, ...more } });
  await ask({ 'x-unattended': '1' });
  await ask({ accept: 'text/event-stream' });
  expect(uses()).toBe(0);
  await ask({});
  expect(uses()).toBe(1);
});

test('the log line of a shopper’s rejected request for sessions identifies the shopper only by a hash', async () => {
  const external = await startGateway({ env: { AUTH_USER_KIND: 'external' } });
  try {
    const token = await external.token('auth0|rana', 'client');
    for (const method of ['GET', 'DELETE'])
      expect((await external.request(method, '/console/sessions?subject=x', { token })).status).toBe(403);
    await eventually(
      'the log lines of both requests',
      () => external.log().match(/request answered/g)?.length === 2,
    );
    expect(external.log()).toContain(externalUser('auth0|rana').key);
    expect(external.log()).not.toContain('rana');
  } finally {
    await external.stop();
  }
});
