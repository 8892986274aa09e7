/** A test's request to the gateway, and the gateway's response. */

export interface RequestOptions {
  token?: string;
  headers?: Record<string, string>;
  /** Body to send as JSON. */
  json?: unknown;
  /** Body to send unchanged, with the content type from `headers`. */
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON (for NDJSON, one value per line), or undefined if the body is not JSON. Untyped, as for a client. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}
