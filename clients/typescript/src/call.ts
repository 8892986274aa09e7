/** Options of a call, in addition to its path, query, headers and body. */
export interface CallOptions {
  /** Aborts the call. The store may still execute a request that was already sent. */
  signal?: AbortSignal | undefined;
  /** Time limit for the whole call, including its tries and the wait for its operation. Default: the client's limit. */
  timeoutMs?: number | undefined;
  /** Time limit for one try. Default: the client's limit. */
  tryTimeoutMs?: number | undefined;
}

/** A response with its HTTP status and headers. */
export interface Received<T = unknown> {
  data: T;
  status: number;
  headers: Headers;
  /** The value for the next `If-Match` header. Null when the response has no ETag. */
  etag: string | null;
  requestId: string | null;
}

/** Resolves with the response's data or rejects with a `StoreError`. A read is sent only when it is first awaited. */
export interface Call<T> extends Promise<T> {
  withResponse: () => Promise<Received<T>>;
}

/** A call as the generated functions pass it to the client. */
export interface Request extends CallOptions {
  url: string;
  path?: unknown;
  query?: unknown;
  headers?: unknown;
  body?: unknown;
}
