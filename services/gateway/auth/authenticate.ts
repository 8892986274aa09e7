import { hash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose';
import { LRUCache } from 'lru-cache';
import { longestExternalId, type ExternalUser, type Scope } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { userKindOf } from '#shared/platform/process/provider-tokens.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { localKeys, remoteKeys } from './key-source.ts';
import { localTokens } from './signing-keys.ts';

export interface Principal {
  /** The token's `sub`, by which rate limits and operations identify the caller. */
  subject: string;
  /** The claim `name`, shown in timelines. Absent when the token has none. */
  name?: string;
  /** Includes `admin:read` whenever the token has `admin`. Empty for a token without any scope of this API. */
  scopes: ReadonlySet<Scope>;
  /** The user of a `client` token. Null without the scope `client`, or when `external` identifies the user. */
  userId: number | null;
  /** The user's id at the identity provider. Set instead of `userId` when AUTH_USER_KIND is `external`. */
  external?: ExternalUser;
  /** When the token expires, in ms since 1970. */
  expiresAt: number;
  /** Whether the console session has ended. Long responses call this function repeatedly. Absent for a caller with a token. */
  hasEnded?: () => Promise<boolean>;
}

export type AuthSettings = Pick<
  SettingsOf<'gateway'>,
  | 'AUTH_KEYS_DIR'
  | 'AUTH_JWKS_URL'
  | 'AUTH_ISSUER'
  | 'AUTH_AUDIENCE'
  | 'AUTH_USER_CLAIM'
  | 'AUTH_USER_KIND'
  | 'AUTH_TOKEN_TYPE'
>;

/** Takes the value of the `Authorization` header. Throws `unauthenticated`, or `unavailable` while the keys can't be loaded. */
export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

/** Values of `typ` for access tokens: `at+jwt` from RFC 9068, and the older `jwt`. Many providers omit `typ`. */
const accessTokenTypes = new Set(['at+jwt', 'jwt']);

const algorithms = ['RS256', 'ES256', 'EdDSA'];
const scopes: readonly Scope[] = ['admin', 'admin:read', 'client'];

/** For how long a verified token is accepted without another verification, and how many such tokens are remembered. */
const cacheMs = 60_000;
const cacheSize = 10_000;

/**
 * The promise rejects if the store's own keys are needed and AUTH_KEYS_DIR is unusable. `now` is compared with the expiry times of
 * tokens; `elapsed` measures intervals, even while the wall clock is set back.
 */
export async function createAuthenticator(
  settings: AuthSettings,
  now: () => number = Date.now,
  elapsed: () => number = () => performance.now(),
): Promise<Authenticate> {
  const { keys, expected } = await verification(settings, elapsed);
  const verified = new LRUCache<string, { principal: Principal; until: number }>({ max: cacheSize });

  return async (authorization) => {
    const token = bearerToken(authorization);
    const digest = hash('sha256', token, 'base64');
    const known = verified.get(digest);
    if (known && elapsed() < known.until && now() < known.principal.expiresAt) return known.principal;
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      ...expected,
      algorithms,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now()),
    }).catch(refuseToken);
    if (!expected.typ && !isAccessToken(protectedHeader.typ))
      throw invalidToken('The token is not an access token.');
    const principal = principalOf(payload, settings);
    verified.set(digest, { principal, until: elapsed() + cacheMs });
    return principal;
  };
}

async function verification(
  settings: AuthSettings,
  elapsed: () => number,
): Promise<{ keys: Awaited<ReturnType<typeof localKeys>>; expected: JWTVerifyOptions }> {
  const { AUTH_JWKS_URL: jwksUrl, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  if (jwksUrl === null) {
    const { type: typ, ...claims } = localTokens;
    return { keys: await localKeys(settings.AUTH_KEYS_DIR, elapsed), expected: { ...claims, typ } };
  }
  // Without an expected issuer and audience, a token that the provider issued for another application would be valid here.
  if (!issuer || !audience) throw new Error('With AUTH_JWKS_URL, AUTH_ISSUER and AUTH_AUDIENCE must be set.');
  // With AUTH_TOKEN_TYPE, only this `typ` is valid. Without it, `isAccessToken` also accepts a token without a `typ`.
  const typ = settings.AUTH_TOKEN_TYPE === null ? {} : { typ: settings.AUTH_TOKEN_TYPE };
  // `clockTolerance` (in seconds) allows for a difference between the provider's clock and ours.
  return { keys: remoteKeys(jwksUrl, elapsed), expected: { issuer, audience, clockTolerance: 5, ...typ } };
}

/** The provider signs ID tokens and logout tokens with the same keys, but neither kind is valid as an access token. */
function isAccessToken(type: string | undefined): boolean {
  return type === undefined || accessTokenTypes.has(type.toLowerCase().replace(/^application\//, ''));
}

function bearerToken(authorization: string | undefined): string {
  if (!authorization) throw unauthenticated();
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
  if (token === undefined) throw invalidToken('The Authorization header holds no bearer token.');
  return token;
}

function refuseToken(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw tokenExpired();
  if (error instanceof errors.JOSEError) throw invalidToken('The token is not valid.');
  throw error;
}

function principalOf(payload: JWTPayload, settings: AuthSettings): Principal {
  if (typeof payload.sub !== 'string' || payload.sub === '')
    throw invalidToken('The token names no subject.');
  const granted = typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [];
  const held = new Set(scopes.filter((scope) => granted.includes(scope)));
  if (held.has('admin')) held.add('admin:read');
  const name = nameIn(payload['name']);
  return {
    subject: payload.sub,
    ...(name !== '' && { name }),
    scopes: held,
    ...(held.has('client') ? userOf(payload, settings) : { userId: null }),
    expiresAt: (payload.exp ?? 0) * 1000,
  };
}

const longestName = 100;

/** A person's name on one line, cut to `longestName` UTF-16 units. Empty if the claim is not a string. */
export function nameIn(name: unknown): string {
  const text = typeof name === 'string' ? name.toWellFormed().replaceAll(/\s+/g, ' ').trim() : '';
  return text.slice(0, longestName).toWellFormed();
}

function userOf(payload: JWTPayload, settings: AuthSettings): Pick<Principal, 'userId' | 'external'> {
  const claim = settings.AUTH_USER_CLAIM;
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  if (userKindOf(settings) === 'id') return { userId: userIdIn(value) };
  if (!isExternalId(value)) throw invalidToken('The token names no user.');
  return { userId: null, external: externalUser(value) };
}

function isExternalId(value: unknown): value is string {
  return (
    typeof value === 'string' && value !== '' && value.length <= longestExternalId && value.isWellFormed()
  );
}

function userIdIn(value: unknown): number {
  const id = typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : value;
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return id;
  throw invalidToken('The token names no user.');
}

export function tokenExpired(): Problem {
  return invalidToken('The token has expired.');
}

function invalidToken(reason: string): Problem {
  return unauthenticated(`Bearer realm="storefront", error="invalid_token", error_description="${reason}"`);
}

/** Without a challenge: there is no token, or the caller's session has ended. */
export function unauthenticated(challenge = 'Bearer realm="storefront"'): Problem {
  return new Problem('unauthenticated', { headers: { 'WWW-Authenticate': challenge } });
}
