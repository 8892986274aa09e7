export type UserKind = 'id' | 'external';

/** The meaning of the user claim in client tokens; an identity provider does not know our ids. */
export function userKindOf(settings: {
  AUTH_USER_KIND: UserKind | null;
  AUTH_JWKS_URL: string | null;
}): UserKind {
  return settings.AUTH_USER_KIND ?? (settings.AUTH_JWKS_URL === null ? 'id' : 'external');
}
