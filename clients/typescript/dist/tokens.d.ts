/** A token, or what gives one. It is asked once and again, with `isRenewal`, when the store no longer takes what it gave. */
export type TokenSource = string | ((asked: {
    isRenewal: boolean;
}) => string | Promise<string>);
export interface Tokens {
    current: () => Promise<string | undefined>;
    /** Another one in the place of this; undefined when there is none to be had. Calls that fail together share one renewal. */
    renew: (stale: string | undefined) => Promise<string | undefined>;
}
export declare function createTokens(source: TokenSource | undefined): Tokens;
