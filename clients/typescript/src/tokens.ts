/** A token, or a function that supplies one. It is called once, and again with `isRenewal` when the store rejects the token. */
export type TokenSource = string | ((asked: { isRenewal: boolean }) => string | Promise<string>);

export interface Tokens {
  current: () => Promise<string | undefined>;
  /** Replaces a rejected token; undefined when there is no other. Calls that fail together share one renewal. */
  renew: (stale: string | undefined) => Promise<string | undefined>;
}

export function createTokens(source: TokenSource | undefined): Tokens {
  if (typeof source !== 'function') {
    return { current: () => Promise.resolve(source), renew: () => Promise.resolve(undefined) };
  }
  let held: Promise<string> | undefined;
  const ask = (isRenewal: boolean): Promise<string> => {
    const asked = (async () => source({ isRenewal }))();
    held = asked;
    // A failed request for a token is not cached.
    asked.catch(() => {
      if (held === asked) held = undefined;
    });
    return asked;
  };
  return {
    current: () => held ?? ask(false),
    renew: async (stale) => {
      const before = held;
      const token = await before?.catch(() => undefined);
      if (held !== undefined && held !== before) return held;
      return token !== undefined && token !== stale ? token : ask(true);
    },
  };
}
