/**
 * A token, or a function that supplies one. The client calls the function before the first request. If the store rejects the
 * token, the client calls the function again with `isRenewal: true`.
 */
export type TokenSource = string | ((asked: { isRenewal: boolean }) => string | Promise<string>);

export interface Tokens {
  current: () => Promise<string | undefined>;
  /**
   * Replaces a rejected token. Resolves with undefined if there is no new token. Calls that fail at the same time share one
   * renewal.
   */
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
    // A failed request for a token is not cached, so the next call requests a token again.
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
