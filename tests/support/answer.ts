/** A test's request to the gateway, and the gateway's answer. */

export interface RequestOptions {
  token?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, with the content type from `headers`. */
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON, for NDJSON one value per line; undefined without JSON. Untyped, because tests read it as a client would. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}
