import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { createAuthenticator, type AuthSettings } from '#services/gateway/auth/authenticate.ts';
import {
  addSigningKey,
  loadSigningKeys,
  publicKeys,
  signToken,
} from '#services/gateway/auth/signing-keys.ts';
import { eventually } from '../../../support/eventually.ts';

const settingsWith = (directory: string): AuthSettings => ({
  AUTH_KEYS_DIR: directory,
  AUTH_JWKS_URL: null,
  AUTH_ISSUER: null,
  AUTH_AUDIENCE: null,
  AUTH_USER_CLAIM: 'sub',
  AUTH_USER_KIND: 'id',
  AUTH_TOKEN_TYPE: null,
});

test('processes that start at the same time create a single signing key, in a file that only the file’s owner can read', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'keys-'));
  const directory = join(parent, 'new', 'keys');
  const all = await Promise.all(Array.from({ length: 20 }, () => loadSigningKeys(directory)));
  expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1);
  expect(await readdir(directory)).toEqual(['000001.json']);
  expect((await stat(join(directory, '000001.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  await rm(parent, { recursive: true });
});

test.each([
  [
    '/proc/no-such-folder',
    /^\/proc\/no-such-folder cannot be the folder for the signing keys, AUTH_KEYS_DIR /,
  ],
  ['package.json', /package\.json cannot be .+ \(it is a file\)\. Name another folder\.$/],
])(
  'the unusable folder %s for signing keys is rejected with a one-sentence error',
  async (directory, sentence) => {
    const refused = await loadSigningKeys(directory).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PlainError);
    expect((refused as PlainError).message).toMatch(sentence);
  },
);

test('a new signing key creates the missing folder of its file', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'keys-'));
  await addSigningKey(join(parent, 'keys'));
  expect(await readdir(join(parent, 'keys'))).toEqual(['000001.json']);
  await rm(parent, { recursive: true });
});

test('a read-only folder without signing keys is rejected with a sentence that says how to create the key', async () => {
  // The kernel refuses new files here even for root, as the mount of a Kubernetes secret does.
  const refused = await loadSigningKeys('/sys/kernel').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PlainError);
  expect((refused as PlainError).message).toMatch(
    /^A new signing key cannot be written to \/sys\/kernel \(E[^\n]+\)\. Let this user write [^\n]+ deploy\/README\.md describes\.$/,
  );
});

test('new tokens are signed with the newest signing key, and the gateway accepts tokens of an older key until this key is removed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'keys-'));
  const running = await createAuthenticator(settingsWith(directory));
  const token = async (): Promise<string> =>
    `Bearer ${await signToken(await loadSigningKeys(directory), { subject: '1', scope: 'admin', lifetime: 60 })}`;
  const old = await token();
  await addSigningKey(directory);
  const recent = await token();
  expect(JSON.parse(Buffer.from(recent.slice(7).split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
    kid: (await loadSigningKeys(directory))[1]?.kid,
  });
  // The gateway rereads its keys at most once a second.
  const { subject } = await eventually('the new key to be known', () => running(recent));
  expect(subject).toBe('1');
  expect((await running(old)).subject).toBe('1');
  await rm(join(directory, '000001.json'));
  const restarted = await createAuthenticator(settingsWith(directory));
  await expect(restarted(old)).rejects.toMatchObject({ code: 'unauthenticated' });
  await rm(directory, { recursive: true });
});

test('npm run token -- rotate adds a signing key, and a running gateway accepts tokens of both the new and the old key', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'keys-'));
  const root = join(import.meta.dirname, '../../../..');
  const command = async (...args: string[]): Promise<string> => {
    const options = { cwd: root, env: { ...process.env, AUTH_KEYS_DIR: directory } };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['services/gateway/auth/token.ts', ...args],
      options,
    );
    return stdout.trim();
  };
  let elapsed = 0;
  const running = await createAuthenticator(settingsWith(directory), Date.now, () => elapsed);
  const old = await command('--scope', 'admin');
  const [before] = await loadSigningKeys(directory);
  const printed = await command('rotate');
  const recent = await command('--scope', 'client', '--user', '7');
  const [kept, added] = await loadSigningKeys(directory);
  expect(kept).toEqual(before);
  expect(printed).toContain(added?.kid ?? 'no key');
  elapsed += 1001;
  expect((await running(`Bearer ${recent}`)).userId).toBe(7);
  expect((await running(`Bearer ${old}`)).subject).toBe('admin');
  expect((await stat(join(directory, '000002.json'))).mode & 0o777).toBe(0o600);
  await rm(directory, { recursive: true });
});

test('if a file in the folder of signing keys is not a key, the gateway does not start, and its error names the file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'keys-'));
  await writeFile(join(directory, '000001.json'), '{"kty":');
  await expect(createAuthenticator(settingsWith(directory))).rejects.toThrow(/000001\.json can't be used/);
  await rm(directory, { recursive: true });
});

test('the signing keys that the gateway publishes contain no private key', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'keys-'));
  expect(JSON.stringify(publicKeys(await loadSigningKeys(directory)))).not.toContain('"d"');
  await rm(directory, { recursive: true });
});
