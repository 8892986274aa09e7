export type UserKind = 'id' | 'external';

/** What the user claim of a client token holds; an identity provider does not know our ids. */
export function userKindOf(settings: {
  AUTH_USER_KIND: UserKind | null;
  AUTH_JWKS_URL: string | null;
}): UserKind {
  return settings.AUTH_USER_KIND ?? (settings.AUTH_JWKS_URL === null ? 'id' : 'external');
}
