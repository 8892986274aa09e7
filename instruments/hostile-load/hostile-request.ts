export interface HostileRequest {
  method: string;
  path: string;
  /** In place of the one that the connection would send. */
  host?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}
