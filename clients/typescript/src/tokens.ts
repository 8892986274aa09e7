/** A token, or what gives one. It is asked once and again, with `isRenewal`, when the store no longer takes what it gave. */
export type TokenSource = string | ((asked: { isRenewal: boolean }) => string | Promise<string>);

export interface Tokens {
  current: () => Promise<string | undefined>;
  /** Another one in the place of this; undefined when there is none to be had. Calls that fail together share one renewal. */
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
    // What failed is asked for anew.
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
