import type { Event } from './generated/types.gen.ts';
/** An event as it is delivered. It may come again: the same `id` is the same event. */
export interface WebhookEvent extends Omit<Event, 'data'> {
    data: {
        /** Rises with each change of the record. A ping tells of no record, and has none. */
        version?: number;
        /** Of an endpoint with `payload: 'full'`: the record as it read when this was sent; null: it is gone. */
        record?: unknown;
        [key: string]: unknown;
    };
}
/** Why a request is not taken for a delivery. */
export type WebhookFault = 'malformed_secret' | 'missing_header' | 'malformed_header' | 'too_old' | 'too_new' | 'unknown_version' | 'wrong_signature' | 'malformed_body';
/** The request is no delivery of the store that these secrets are of: answer 400 and do nothing. */
export declare class WebhookRefused extends Error {
    readonly code: WebhookFault;
    constructor(code: WebhookFault, message: string);
}
type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>;
export interface WebhookRequest {
    /** `whsec_…`, as it was shown once. Several while one is being changed for another: any of them will do. */
    secret: string | readonly string[];
    /** As it came: text or bytes, not parsed and written anew. */
    body: string | Uint8Array;
    headers: Pick<Headers, 'get'> | HeaderRecord;
    /** How far the time of sending may be from now, either way. 300 without it. */
    toleranceSeconds?: number;
    /** In ms, as `Date.now()`, which is asked without it. */
    now?: number;
}
/**
 * The event of a delivery, once it is known that the store sent it, that nobody changed it, and that it is not an old one played
 * again. Throws `WebhookRefused`. Runs wherever Web Crypto does: Node, Deno, Bun, browsers, workers.
 */
export declare function verifyWebhook({ secret, body, headers, toleranceSeconds, now, }: WebhookRequest): Promise<WebhookEvent>;
export {};
