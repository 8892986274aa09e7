import type { Outgoing } from './request.ts';
import type { Received } from './call.ts';
/** Sends once and reads the whole answer. Throws the store's refusal, or `ConnectionFailed` when no whole answer came in time. */
export declare function attempt(send: typeof fetch, { method, url, headers, body }: Outgoing, { timeoutMs, signal }: {
    timeoutMs: number;
    signal: AbortSignal | undefined;
}): Promise<Received>;
