import type { Behaviour } from './behaviours.ts';
import type { HostileRequest } from './hostile-request.ts';

/** The sender of an attack. Limits and rights depend on the sender. */
export type Sender =
  /** A caller without a token, from one address. */
  | 'stranger'
  /** A caller without a token, each connection from a different address. */
  | 'strangers'
  /** One shopper with a valid client token. */
  | 'shopper'
  /** Many shoppers in turn, so that limits per caller have no effect. */
  | 'shoppers'
  /** Shoppers who own long lists of records. */
  | 'hoarders'
  /** Many admins in turn. */
  | 'staff';

/** Everything that the attackers know about the store: its address, valid tokens, and records created for them. */
export interface Scene {
  host: string;
  port: number;
  /** The port of the gateway's metrics. */
  internalPort: number;
  tokens: Record<Exclude<Sender, 'stranger' | 'strangers'>, string[]>;
  productId: number;
  addressId: number;
  /** The path of a long bulk operation. Each run of an attack that streams events gets a new operation. */
  operationPath: string;
}

export interface Attack {
  family: string;
  /** Describes the request and its size. */
  name: string;
  from: Sender;
  /** The numbers of connections to test. The default is 1, 4 and 32. */
  connections?: readonly number[];
  /** Whether to attack the metrics port instead of the public port. */
  internal?: boolean;
  /** Time from the start of the attack to the start of the measurement, in ms. The default is 300. */
  inPlaceAfterMs?: number;
  /** Whether a long bulk operation runs during the attack. */
  withOperation?: boolean;
  /**
   * The behaviour of each connection. By default, the connection sends a request, reads the response and
   * repeats.
   */
  behaviour?: Behaviour;
  /** Called once per run of the attack. Returns a function that makes the request for a turn, which is any number. */
  requests: (scene: Scene) => (turn: number) => HostileRequest;
}

export const usualConnections: readonly number[] = [1, 4, 32];

export const KiB = 1024;
export const MiB = 1024 * KiB;

/** Repeats the unit up to this number of characters. Does not cut a unit. */
export function repeated(unit: string, length: number): string {
  return unit.repeat(Math.floor(length / unit.length));
}

/** Joins `make(0)`, `make(1)` … up to this number of characters and up to `most` items. */
export function joined(
  make: (index: number) => string,
  separator: string,
  length: number,
  most = Infinity,
): string {
  const parts: string[] = [];
  let size = 0;
  for (let index = 0; index < most; index += 1) {
    const part = make(index);
    size += part.length + separator.length;
    if (size > length) break;
    parts.push(part);
  }
  return parts.join(separator);
}

/** A size as text, such as `1 MiB`, `64 KiB` or `1500 B`. */
export function sizeText(bytes: number): string {
  if (bytes >= MiB) return `${Number((bytes / MiB).toFixed(1))} MiB`;
  return bytes >= KiB ? `${Number((bytes / KiB).toFixed(1))} KiB` : `${bytes} B`;
}
