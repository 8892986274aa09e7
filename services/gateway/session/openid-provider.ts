import { compactVerify, errors, type JWTVerifyGetKey } from 'jose';
import * as openid from 'openid-client';
import type { ClientAuth, Configuration, TokenEndpointResponse } from 'openid-client';
import type { Log } from '#shared/platform/process/log.ts';
import type { SettingName, SettingsOf } from '#shared/platform/settings/settings.ts';
import { nameIn } from '../auth/authenticate.ts';
import { remoteKeys } from '../auth/key-source.ts';
import { providerAway } from './refusals.ts';

/** Values that verify a sign-in when the browser returns from the provider. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

export type Granted = ReturnType<typeof grantedBy>;
type Person = ReturnType<typeof personOf>;

/** `begin`, `complete` and `refresh` throw `unavailable` while the provider is down, and `RefusedByProvider` on a refusal. */
export interface OpenIdProvider {
  begin: (backTo: string) => Promise<{ url: URL; checks: SignInChecks }>;
  complete: (url: URL, checks: SignInChecks) => Promise<{ granted: Granted; person: Person }>;
  refresh: (refreshToken: string) => Promise<Granted>;
  /** The URL that ends the provider's own session. Null if the provider has no such URL or is unavailable. */
  signOutUrl: (idToken: string | null, backTo: string) => Promise<string | null>;
  revoke: (refreshToken: string) => Promise<void>;
}

/** The provider rejected the request, or its response failed a check. */
export class RefusedByProvider extends Error {}

const timeoutSeconds = 5;

type OpenIdSettings = Pick<SettingsOf<'gateway'>, Extract<SettingName, `AUTH_OIDC_${string}`>>;

/** The identity provider of the staff. Null without AUTH_OIDC_ISSUER: staff then sign in with one-time links. */
export function createOpenIdProvider(
  settings: OpenIdSettings,
  log: Log,
  now?: () => number,
): OpenIdProvider | null {
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_CLIENT_ID: clientId, AUTH_OIDC_SCOPES: scope } = settings;
  if (issuer === null || clientId === null) return null;
  const discovered = discoverOnce(new URL(issuer), clientId, settings.AUTH_OIDC_CLIENT_SECRET);
  // The parameters that identify the API: RFC 8707's `resource` for some providers, `audience` for others.
  const resource = given('resource', settings.AUTH_OIDC_RESOURCE);
  const audience = given('audience', settings.AUTH_OIDC_AUDIENCE);
  const verifySignature = createVerifySignature(now);
  /** If the request fails, the log gets the error's code and, if the redirect reports an error, the redirect's parameters. */
  async function ask<T>(question: (configuration: Configuration) => Promise<T>): Promise<T> {
    try {
      return await question(await discovered());
    } catch (error) {
      log.warn({ err: error }, 'a request to the identity provider failed');
      throw isRefusal(error) ? new RefusedByProvider('refused', { cause: error }) : providerAway(error);
    }
  }
  return {
    begin: (backTo) =>
      ask(async (configuration) => {
        const verifier = openid.randomPKCECodeVerifier();
        const checks = { state: openid.randomState(), nonce: openid.randomNonce(), verifier };
        const url = openid.buildAuthorizationUrl(configuration, {
          redirect_uri: backTo,
          scope,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...resource,
          ...audience,
          // Without consent, some providers issue no refresh token (OpenID Connect, section 11).
          ...(scope.split(' ').includes('offline_access') && { prompt: 'consent' }),
        });
        return { url, checks };
      }),
    complete: (url, { state, nonce, verifier }) =>
      ask(async (configuration) => {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
        const answer = await openid.authorizationCodeGrant(
          configuration,
          url,
          { ...checks, idTokenExpected: true },
          resource,
        );
        await verifySignature(configuration, answer.id_token ?? '');
        return { granted: grantedBy(answer), person: personOf(answer.claims() ?? {}) };
      }),
    refresh: (refreshToken) =>
      ask(async (configuration) => {
        const answer = await openid.refreshTokenGrant(configuration, refreshToken, resource);
        const granted = grantedBy(answer);
        // A provider that doesn't rotate refresh tokens returns none here, and still accepts the present refresh token.
        return { ...granted, refresh: granted.refresh ?? refreshToken };
      }),
    signOutUrl: async (idToken, backTo) => {
      try {
        const configuration = await discovered();
        if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
        return openid.buildEndSessionUrl(configuration, {
          post_logout_redirect_uri: backTo,
          ...(idToken !== null && { id_token_hint: idToken }),
        }).href;
      } catch {
        return null;
      }
    },
    revoke: async (refreshToken) => {
      const configuration = await discovered();
      if (configuration.serverMetadata().revocation_endpoint === undefined) return;
      await openid.tokenRevocation(configuration, refreshToken, { token_type_hint: 'refresh_token' });
    },
  };
}

/** After a failure, the next call fetches the configuration again. */
function discoverOnce(issuer: URL, clientId: string, secret: string | null): () => Promise<Configuration> {
  let discovered: Promise<Configuration> | undefined;
  const options = {
    timeout: timeoutSeconds,
    // openid-client marks this option as deprecated only as a warning. The settings allow http only on this machine.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    ...(issuer.protocol === 'http:' && { execute: [openid.allowInsecureRequests] }),
  };
  return async () => {
    discovered ??= openid.discovery(issuer, clientId, {}, authentication(secret), options);
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw error;
    }
  };
}

/**
 * Replaces openid-client's own check of ID tokens. openid-client loads a new key of the provider only after a minute and
 * also checks renewed tokens, so each key rotation would end sessions.
 */
function createVerifySignature(
  now?: () => number,
): (configuration: Configuration, idToken: string) => Promise<void> {
  let keys: JWTVerifyGetKey | undefined;
  return async (configuration, idToken) => {
    const { jwks_uri: url } = configuration.serverMetadata();
    if (url === undefined) throw new Error('The identity provider names no keys (jwks_uri)');
    keys ??= remoteKeys(url, now);
    await compactVerify(idToken, keys);
  };
}

/** Sends the secret in a header, unless the provider accepts it only in the body. */
function authentication(secret: string | null): ClientAuth {
  if (secret === null) return openid.None();
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const by = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    by(secret)(server, ...request);
  };
}

function given(parameter: string, value: string | null): Record<string, string> {
  return value === null ? {} : { [parameter]: value };
}

function grantedBy(answer: TokenEndpointResponse) {
  const { access_token: access, refresh_token: refresh = null, id_token: id = null } = answer;
  return { access, refresh, id };
}

function personOf(claims: Readonly<Record<string, unknown>>) {
  const { sub, name, preferred_username: username, email, locale } = claims;
  const names = [name, username, email, sub].map(nameIn);
  const [language] = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/) : [];
  return {
    subject: String(sub),
    name: names.find((known) => known !== '') ?? '',
    language: language === 'ar' || language === 'en' ? language : null,
  };
}

function isRefusal(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError || error instanceof errors.JOSEError) return true;
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof openid.ClientError && failedChecks.has(error.code ?? '');
}

const failedChecks = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
]);
