import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAuthenticator } from '#services/gateway/auth/authenticate.ts';
import { loadSigningKeys, signLinkCode, signToken } from '#services/gateway/auth/signing-keys.ts';
import { createReadCode } from '#services/gateway/session/sign-in-link.ts';

const who = { subject: 'layla', scope: 'admin:read', lifetime: 300 };
const minutes = (count: number) => count * 60_000;
let folder: string;
let other: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  other = mkdtempSync(join(tmpdir(), 'keys-'));
});
afterAll(() => {
  for (const path of [folder, other]) rmSync(path, { recursive: true });
});

const reason = (wanted: string) => ({ details: { extra: { reason: wanted } } });

test('a sign-in code contains the user and scope, and each code has its own id', async () => {
  const keys = await loadSigningKeys(folder);
  const read = await createReadCode(folder, Date.now);
  const [first, second] = [
    await read(await signLinkCode(keys, who)),
    await read(await signLinkCode(keys, who)),
  ];
  expect(first).toMatchObject({ subject: 'layla', scope: 'admin:read' });
  expect(first.id).not.toBe(second.id);
});

test('a sign-in code is valid for five minutes', async () => {
  const code = await signLinkCode(await loadSigningKeys(folder), who);
  const readIn = (ms: number) => createReadCode(folder, () => Date.now() + ms);
  await expect((await readIn(minutes(4.9)))(code)).resolves.toMatchObject({ subject: 'layla' });
  await expect((await readIn(minutes(5.1)))(code)).rejects.toMatchObject(reason('link_expired'));
});

test('a sign-in code of another store, an access token and random text are all rejected if they are sent as sign-in codes', async () => {
  const read = await createReadCode(folder, Date.now);
  const token = await signToken(await loadSigningKeys(folder), who);
  for (const code of [await signLinkCode(await loadSigningKeys(other), who), token, 'x', '', 'a.b.c'])
    await expect(read(code)).rejects.toMatchObject(reason('link_invalid'));
});

test('a sign-in code for a scope other than admin or admin:read is rejected', async () => {
  const keys = await loadSigningKeys(folder);
  const read = await createReadCode(folder, Date.now);
  for (const scope of ['client', 'admin client', 'administrator', ''])
    await expect(read(await signLinkCode(keys, { ...who, scope }))).rejects.toMatchObject(
      reason('link_invalid'),
    );
});

test('a sign-in code is not accepted as an access token', async () => {
  const authenticate = await createAuthenticator({
    AUTH_KEYS_DIR: folder,
    AUTH_JWKS_URL: null,
    AUTH_ISSUER: null,
    AUTH_AUDIENCE: null,
    AUTH_USER_CLAIM: 'sub',
    AUTH_USER_KIND: 'id',
    AUTH_TOKEN_TYPE: null,
  });
  const code = await signLinkCode(await loadSigningKeys(folder), who);
  await expect(authenticate(`Bearer ${code}`)).rejects.toMatchObject({ code: 'unauthenticated' });
});
