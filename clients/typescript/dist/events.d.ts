import type { Event } from './generated/types.gen.ts';
import type { Client } from './transport.ts';
export interface FollowOptions {
    client: Client;
    /** Where to go on: the `cursor` of an event, `'0'` for the oldest that are kept. Without it from now on. */
    after?: string | undefined;
    /** Only these: `orders.order.placed.v2`, or the beginning of types, `orders.order.*`. */
    types?: readonly string[] | undefined;
    signal?: AbortSignal | undefined;
}
export interface FollowedEvent extends Event {
    /** Keep it once the event is dealt with. Going on from here nothing is missed; what came last may come again. */
    cursor: string;
}
interface Follow {
    follow: (options: FollowOptions) => AsyncGenerator<FollowedEvent, void, undefined>;
}
/**
 * What happens in the store: every change once, those of a record in the order of its versions. Goes on by itself after
 * whatever passes; ends with the signal. Throws `CursorExpired` when something may have been missed.
 */
export declare const events: Follow;
/** What happens to the shopper's own orders. */
export declare const ownEvents: Follow;
export {};
