/** Options of a call besides its path, query, headers and body. */
export interface CallOptions {
  /** Aborts the call. The store may still execute a request that was already sent. */
  signal?: AbortSignal | undefined;
  /** Limit for the whole call, with its tries and the wait for its operation. Default: the client's. */
  timeoutMs?: number | undefined;
  /** Limit for one try. Default: the client's. */
  tryTimeoutMs?: number | undefined;
}

/** A response with its HTTP status and headers. */
export interface Received<T = unknown> {
  data: T;
  status: number;
  headers: Headers;
  /** The next `If-Match` value; null when the response has no ETag. */
  etag: string | null;
  requestId: string | null;
}

/** Resolves to the response's data or rejects with a `StoreError`. A read is sent when it is first awaited. */
export interface Call<T> extends Promise<T> {
  withResponse: () => Promise<Received<T>>;
}

/** A call as the generated functions pass it. */
export interface Request extends CallOptions {
  url: string;
  path?: unknown;
  query?: unknown;
  headers?: unknown;
  body?: unknown;
}
