/** What tests send to the gateway, and what it answers. */

export interface RequestOptions {
  token?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, under the content type among the headers. */
  body?: string | Uint8Array<ArrayBuffer>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** What the JSON of the answer says, of NDJSON each line; undefined when there is none. Tests look into it as a client would. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
}
