import * as openid from 'openid-client';
import type { ClientAuth, Configuration, TokenEndpointResponse } from 'openid-client';
import type { OpenIdConfig } from '#shared/process/gateway-config.ts';
import type { Log } from '#shared/process/log.ts';
import { providerAway } from './refusals.ts';

/** Values that verify a sign-in when the browser returns from the provider. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The tokens that a provider issued. */
export interface Granted {
  access: string;
  refresh: string | null;
  id: string | null;
}

/** The person that an ID token identifies. */
export interface Person {
  subject: string;
  name: string;
  language: string | null;
}

/**
 * An OpenID Connect provider. `begin`, `complete` and `refresh` throw `unavailable` while the provider is down, and
 * `RefusedByProvider` when it rejects the request.
 */
export interface OpenIdProvider {
  /** Resolves with the provider's URL for signing in. */
  begin: (backTo: string) => Promise<{ url: URL; checks: SignInChecks }>;
  /** `url` is the URL with which the browser returned. */
  complete: (url: URL, checks: SignInChecks) => Promise<{ granted: Granted; person: Person }>;
  refresh: (refreshToken: string) => Promise<Granted>;
  /** The URL that ends the provider's own session. Null if the provider has no such URL or is unavailable. */
  signOutUrl: (idToken: string | null, backTo: string) => Promise<string | null>;
  /** Revokes a refresh token if the provider supports that. */
  revoke: (refreshToken: string) => Promise<void>;
}

/** The provider rejected the request, or its response failed a check. */
export class RefusedByProvider extends Error {}

const timeoutSeconds = 5;
const longestName = 100;

export function createOpenIdProvider(config: OpenIdConfig, log: Log): OpenIdProvider {
  const discovered = discoverOnce(config);
  /** Calls the provider. Logs a failure's code, but no text from the provider. */
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
          scope: config.scopes,
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          ...meantFor(config),
          // OpenID Connect (section 11) requires consent for `offline_access`. Without it, some providers issue no refresh
          // token.
          ...(config.scopes.split(' ').includes('offline_access') && { prompt: 'consent' }),
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
          resourceOf(config),
        );
        return { granted: grantedBy(answer), person: personOf(answer.claims() ?? {}) };
      }),
    refresh: (refreshToken) =>
      ask(async (configuration) => {
        const answer = await openid.refreshTokenGrant(configuration, refreshToken, resourceOf(config));
        const granted = grantedBy(answer);
        // A provider that doesn't rotate refresh tokens sends none here, and still accepts the present token.
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

/** Fetches the provider's configuration on first use. After a failure, the next call fetches again. */
function discoverOnce(config: OpenIdConfig): () => Promise<Configuration> {
  let discovered: Promise<Configuration> | undefined;
  const issuer = new URL(config.issuer);
  const options = {
    timeout: timeoutSeconds,
    execute: [
      // Also verifies the signatures of ID tokens that come directly from the provider.
      openid.enableNonRepudiationChecks,
      // Marked as deprecated only to warn: the settings allow http only for a provider on this machine.
      // eslint-disable-next-line @typescript-eslint/no-deprecated
      ...(issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  };
  return async () => {
    discovered ??= openid.discovery(
      issuer,
      config.clientId,
      {},
      authentication(config.clientSecret),
      options,
    );
    try {
      return await discovered;
    } catch (error) {
      discovered = undefined;
      throw error;
    }
  };
}

/** Sends the client secret in a header, or in the body if the provider accepts it only there. */
function authentication(secret: string | null): ClientAuth {
  if (secret === null) return openid.None();
  return (server, ...request) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const by = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    by(secret)(server, ...request);
  };
}

/** The parameters that identify the API: RFC 8707's `resource` for some providers, `audience` for others. */
function meantFor(config: OpenIdConfig): Record<string, string> {
  return { ...resourceOf(config), ...(config.audience !== null && { audience: config.audience }) };
}

function resourceOf({ resource }: OpenIdConfig): Record<string, string> {
  return resource === null ? {} : { resource };
}

function grantedBy({
  access_token: access,
  refresh_token: refresh,
  id_token: id,
}: TokenEndpointResponse): Granted {
  return { access, refresh: refresh ?? null, id: id ?? null };
}

function personOf(claims: Readonly<Record<string, unknown>>): Person {
  const { sub, name, preferred_username: username, email, locale } = claims;
  const names = [name, username, email, sub].filter((known): known is string => typeof known === 'string');
  const [language] = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/) : [];
  return {
    subject: String(sub),
    name: (names.find((known) => known !== '') ?? '').slice(0, longestName),
    language: language === 'ar' || language === 'en' ? language : null,
  };
}

/**
 * Whether the provider, or a check of its response, rejected this sign-in. Any other error is a fault of the set-up or the
 * network.
 */
function isRefusal(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError) return true;
  if (error instanceof openid.ResponseBodyError) return error.error === 'invalid_grant';
  return error instanceof openid.ClientError && failedChecks.has(error.code ?? '');
}

const failedChecks = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
]);
