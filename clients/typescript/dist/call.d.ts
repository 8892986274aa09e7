/** What a call may be given beside its path, query, headers and body. */
export interface CallOptions {
    /** Ends the call. What was sent already may still be done. */
    signal?: AbortSignal | undefined;
    /** For the call as a whole: its tries and the wait for its operation. Default: the client's. */
    timeoutMs?: number | undefined;
    /** For one try. Default: the client's. */
    tryTimeoutMs?: number | undefined;
}
/** The answer with what HTTP says of it. */
export interface Received<T = unknown> {
    data: T;
    status: number;
    headers: Headers;
    /** To send as `If-Match`. Null where the answer has none. */
    etag: string | null;
    requestId: string | null;
}
/** Resolves to the answer's data, or rejects with a `StoreError`. A read is sent when it is first awaited. */
export interface Call<T> extends Promise<T> {
    withResponse: () => Promise<Received<T>>;
}
/** As the generated calls hand it over. */
export interface Request extends CallOptions {
    url: string;
    path?: unknown;
    query?: unknown;
    headers?: unknown;
    body?: unknown;
}
