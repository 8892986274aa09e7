import { expect, test } from '@jest/globals';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { signedIn, type Browser } from '../../support/console-browser.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, useGateway } from '../support/gateway.ts';

const gateway = await useGateway({ answer: () => ({ data: [] }) });

const signIn = (subject: string, scope = 'admin') =>
  signedIn(gateway, { subject, scope, name: `Name of ${subject}` });
const path = '/console/sessions';
async function sessionsSeenBy({ ask }: Browser) {
  const { body } = await ask('GET', path);
  return (body as { data: { sessions: { subject: string; is_own: boolean }[] } }).data.sessions;
}
const isSignedIn = async ({ ask }: Browser) => (await ask('GET', '/console/session')).status === 200;

test('an admin can list the people who are signed in to the console, and end all sessions of one person', async () => {
  const [first, second] = [await signIn('layla'), await signIn('layla')];
  const boss = await signIn('boss');
  const sessions = await sessionsSeenBy(boss);
  expect(sessions).toContainEqual(expect.objectContaining({ subject: 'layla', name: 'Name of layla' }));
  expect(sessions.filter(({ is_own: isOwn }) => isOwn).map(({ subject }) => subject)).toEqual(['boss']);
  const ended = await boss.ask('DELETE', `${path}?subject=layla`);
  expect([ended.status, ended.body]).toEqual([200, { ended: 2 }]);
  expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(boss)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a staff member with read-only rights can list and end only their own console sessions', async () => {
  const boss = await signIn('boss');
  const [auditor, elsewhere] = [await signIn('nada', 'admin:read'), await signIn('nada', 'admin:read')];
  const sessions = await sessionsSeenBy(auditor);
  const subjects = sessions.map(({ subject }) => subject);
  expect(subjects).toEqual(['nada', 'nada']);
  const refused = await auditor.ask('DELETE', `${path}?subject=boss`);
  expect([refused.status, await isSignedIn(boss)]).toEqual([403, true]);
  const own = await auditor.ask('DELETE', `${path}?subject=nada`);
  expect([own.body, await isSignedIn(elsewhere)]).toEqual([{ ended: 2 }, false]);
});

test('the gateway rejects a request to end console sessions if it names no person or comes from another site, and rejects shoppers who list sessions', async () => {
  const boss = await signIn('boss');
  const missing = await boss.ask('DELETE', path);
  expect(missing.body).toMatchObject({ errors: { subject: expect.any(Array) } });
  const shopper = await gateway.token('7', 'client');
  const [asShopper, asStranger, fromElsewhere] = await Promise.all([
    gateway.request('GET', path, { token: shopper }),
    gateway.request('GET', path),
    boss.ask('DELETE', `${path}?subject=boss`, {
      headers: { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    }),
  ]);
  expect([asShopper.status, asStranger.status, fromElsewhere.status]).toEqual([403, 401, 403]);
  expect(await isSignedIn(boss)).toBe(true);
});

test('event streams and requests from an idle page do not keep a console session alive', async () => {
  const browser = await signIn('dina');
  const uses = () => gateway.sessionUses.filter((subject) => subject === 'dina').length;
  const ask = (headers: Record<string, string>) => browser.ask('GET', '/api/admin/products', { headers });
  await ask({ 'x-unattended': '1' });
  await ask({ accept: 'text/event-stream' });
  expect(uses()).toBe(0);
  await ask({});
  expect(uses()).toBe(1);
});

test('the log line of a shopper’s rejected request to list or end sessions identifies the shopper only by a hash', async () => {
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
