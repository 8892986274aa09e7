import { randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import { makeFolder } from '#shared/platform/process/make-folder.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

type SigningKey = JWK & { kid: string; alg: string };

/** The issuer, audience and type of tokens that the store signs with its own keys. `at+jwt` comes from RFC 9068. */
export const localTokens = { issuer: 'storefront', audience: 'storefront-api', type: 'at+jwt' } as const;

/** The code in a sign-in link has another audience and type than a token, so that the code is never valid as a token. */
export const signInLinks = {
  issuer: localTokens.issuer,
  audience: 'storefront-console',
  type: 'sign-in+jwt',
} as const;

const algorithm = 'ES256';
const keyFile = /^\d{6}\.json$/;

/** Returns the keys, oldest first. Creates the directory and a first key if missing. Safe to call concurrently. */
export async function loadSigningKeys(directory: string): Promise<SigningKey[]> {
  makeKeysFolder(directory);
  if ((await keyFiles(directory)).length === 0) await addSigningKey(directory);
  const names = await keyFiles(directory);
  return Promise.all(names.map((name) => readKey(join(directory, name))));
}

/**
 * Adds a key, which signs all new tokens. Creates the directory if missing. Tokens of an older key stay valid until the file of
 * that key is removed.
 */
export async function addSigningKey(directory: string): Promise<void> {
  makeKeysFolder(directory);
  const newest = (await keyFiles(directory)).at(-1) ?? '000000.json';
  const name = `${String(Number.parseInt(newest, 10) + 1).padStart(6, '0')}.json`;
  const draft = join(directory, `${randomUUID()}.new`);
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    const { code = '', message } = error as NodeJS.ErrnoException;
    // Another error, such as a full disk, may go away, so the process is started again.
    if (!['EROFS', 'EACCES', 'EPERM'].includes(code)) throw error;
    throw new PlainError(
      `A new signing key cannot be written to ${directory} (${message}). Let this user write to the folder or, ` +
        'if its keys come from a Kubernetes secret, create the key as deploy/README.md describes.',
    );
  });
  try {
    await file.writeFile(JSON.stringify(await newKey()));
    await file.sync();
    // `link` makes the complete file visible at once. If two calls run concurrently, the key of the first one stays.
    await link(draft, join(directory, name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

export function publicKeys(keys: readonly SigningKey[]): JWK[] {
  return keys.map((key) => Object.fromEntries(Object.entries(key).filter(([name]) => name !== 'd')));
}

/** Signs with the newest key. `claims` are added to the standard claims; `lifetime` is in seconds. */
export async function signToken(
  keys: readonly SigningKey[],
  { scope, claims, ...asked }: { subject: string; scope: string; claims?: object; lifetime: number },
): Promise<string> {
  return sign(keys, localTokens, { ...asked, claims: { ...claims, scope } });
}

/** `lifetime` is in seconds. */
export async function signLinkCode(
  keys: readonly SigningKey[],
  { scope, name, ...asked }: { subject: string; name?: string; scope: string; lifetime: number },
): Promise<string> {
  return sign(keys, signInLinks, {
    ...asked,
    claims: { scope, ...(name !== undefined && { name }), jti: randomUUID() },
  });
}

async function sign(
  keys: readonly SigningKey[],
  { issuer, audience, type }: Record<'issuer' | 'audience' | 'type', string>,
  { subject, claims, lifetime }: { subject: string; claims: object; lifetime: number },
): Promise<string> {
  const key = keys.at(-1);
  if (!key) throw new Error('There is no key to sign with.');
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetime)
    .sign(await importJWK(key));
}

async function newKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: algorithm };
}

function makeKeysFolder(directory: string): void {
  makeFolder(resolve(directory), 'the signing keys, AUTH_KEYS_DIR');
}

async function keyFiles(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter((name) => keyFile.test(name)).sort();
}

async function readKey(path: string): Promise<SigningKey> {
  const text = await readFile(path, 'utf8');
  try {
    const key = JSON.parse(text) as SigningKey;
    if (key.alg !== algorithm || !key.kid || !key.d) throw new Error('it is not a private key of this store');
    return key;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable';
    throw new Error(`The signing key ${path} can't be used: ${reason}`, { cause: error });
  }
}
