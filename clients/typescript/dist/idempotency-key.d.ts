/** A new key for a write. Older browsers and some apps lack `randomUUID`. */
export declare function newIdempotencyKey(): string;
