import { PlainError } from '../settings/plain-error.ts';
import type { SettingsOf } from '../settings/settings.ts';

type TokenSettings = Pick<
  SettingsOf<'token'>,
  'AUTH_JWKS_URL' | 'AUTH_ISSUER' | 'AUTH_AUDIENCE' | 'AUTH_USER_CLAIM' | 'AUTH_USER_KIND'
>;

/** Whether the user claim of a client token contains our user id, or the provider's id, which the user has as `external_id`. */
export type UserKind = 'id' | 'external';

/** The kind of user claim. With an identity provider, the default is `external`, because the provider does not know our ids. */
export function userKindOf(settings: Pick<TokenSettings, 'AUTH_JWKS_URL' | 'AUTH_USER_KIND'>): UserKind {
  return settings.AUTH_USER_KIND ?? (settings.AUTH_JWKS_URL === null ? 'id' : 'external');
}

/** Throws a PlainError if the gateway accepts only a provider's tokens, so that it would reject a token of our own. */
export function refuseWithProvider(settings: TokenSettings, instead: string): void {
  const { AUTH_JWKS_URL: keys, AUTH_ISSUER: issuer, AUTH_AUDIENCE: audience } = settings;
  if (keys === null) return;
  throw new PlainError(
    `Tokens come from the identity provider ${issuer ?? ''} (AUTH_JWKS_URL is ${keys}); tokens of this store's keys are not valid. ` +
      `${instead} a token of this provider for "${audience ?? ''}", with the scope admin, admin:read or client, and a shopper's ${userKindOf(settings) === 'id' ? 'id' : 'external_id'} in "${settings.AUTH_USER_CLAIM}".`,
  );
}
