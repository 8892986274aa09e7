import type { Behaviour } from './behaviours.ts';
import type { HostileRequest } from './hostile-request.ts';

/** Who sends: what limits and rights they meet. */
export type Sender =
  /** Without a token, from one address. */
  | 'stranger'
  /** Without a token, each connection from an address of its own. */
  | 'strangers'
  /** One with a valid client token. */
  | 'shopper'
  /** A token after the other, so that no limit for each caller helps. */
  | 'shoppers'
  /** Shoppers whose own lists are long. */
  | 'hoarders'
  /** Admins, a token after the other. */
  | 'staff';

/** What the attackers know of the store: where it is, valid tokens and the records that were made for them. */
export interface Scene {
  host: string;
  port: number;
  /** Of the gateway's metrics. */
  internalPort: number;
  tokens: Record<Exclude<Sender, 'stranger' | 'strangers'>, string[]>;
  productId: number;
  addressId: number;
  /** An operation of long bulk work, made anew for each phase that streams it. */
  operationPath: string;
}

export interface Attack {
  family: string;
  /** Says what the request is, with its size. */
  name: string;
  from: Sender;
  /** Numbers of connections; 1, 4 and 32 when absent. */
  connections?: readonly number[];
  /** The port of the metrics instead of the public one. */
  internal?: boolean;
  /** Milliseconds until the attack is in place and is measured; 300 when absent. */
  inPlaceAfterMs?: number;
  /** Long bulk work is under way meanwhile. */
  withOperation?: boolean;
  /** How each connection goes on; when absent it sends, reads the answer and sends the next. */
  behaviour?: Behaviour;
  /** Called once for each phase; gives the request of each turn. */
  requests: (scene: Scene) => (turn: number) => HostileRequest;
}

export const usualConnections: readonly number[] = [1, 4, 32];

export const KiB = 1024;
export const MiB = 1024 * KiB;

/** The unit again and again, up to so many characters; never cut within a unit. */
export function repeated(unit: string, length: number): string {
  return unit.repeat(Math.floor(length / unit.length));
}

/** `make(0)`, `make(1)` … joined, as long as they fit into so many characters; at most `most` of them. */
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

/** `1 MiB`, `64 KiB`, `1500 B`. */
export function sizeText(bytes: number): string {
  if (bytes >= MiB) return `${Number((bytes / MiB).toFixed(1))} MiB`;
  return bytes >= KiB ? `${Number((bytes / KiB).toFixed(1))} KiB` : `${bytes} B`;
}
