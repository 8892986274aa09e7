import type { Clock } from './clock.ts';
import type { Operation } from './operations.ts';
import type { TokenSource } from './tokens.ts';
import type { Client } from './transport.ts';
export interface ClientOptions {
    /** Where the store is: `https://shop.example`. */
    baseUrl: string;
    /** Bearer token, or a function that gives it. */
    token?: TokenSource | undefined;
    /** Of names, descriptions and messages. */
    language?: 'en' | 'ar' | undefined;
    /** For a call as a whole: its tries and the wait for its operation. Default 60 s. */
    timeoutMs?: number | undefined;
    /** For one try, beyond what `Prefer: wait` asks for. Default 15 s. */
    tryTimeoutMs?: number | undefined;
    /** Instead of the global one. */
    fetch?: typeof fetch | undefined;
}
/** What the calls are made with. A client holds one user's token: a server makes one for each. */
export declare function createClient(options: ClientOptions, clock?: Clock): Client;
/** An operation that was begun before: by another page, or by the app before it was closed. */
export declare function followOperation<T>({ client, id, }: {
    client: Client;
    id: string;
}): Promise<Operation<T>>;
