export interface HostileRequest {
  method: string;
  path: string;
  /** Replaces the `Host` header of the connection. */
  host?: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}
