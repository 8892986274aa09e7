import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

import { percentile } from '../load/percentile.ts';

export interface Shopper {
  token: string;
  addressId: number;
  orderId: number;
}

/** The results of a well-behaved caller, in ms. A failed or late response counts as `Infinity`. */
export interface OtherCallerFigures {
  readP95: number;
  writeP95: number;
  /** The number of responses to this caller, keyed by status. */
  statuses: Record<number, number>;
  /** Number of requests without a response in time. */
  unanswered: number;
}

interface Ask {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  shopper: Shopper;
  body?: unknown;
}

const readsEveryMs = 33;
const writesEveryMs = 66;
/** Every fourth write is a checkout. The others change a cart. */
const checkoutEvery = 4;
const patienceMs = 5000;
/** No attacker uses this address. */
const address = '127.9.9.9';

/** A well-behaved caller, whose requests run during the attacks. */
export interface OtherCaller {
  /**
   * Sends requests at a steady rate for this time (in ms), however long the responses take. Then waits for
   * the last response.
   */
  measure: (ms: number) => Promise<OtherCallerFigures>;
  close: () => Promise<void>;
}

/** Uses the shoppers in turn, so that no shopper reaches a limit. Together they represent one caller. */
export function createOtherCaller(url: string, shoppers: readonly Shopper[], productId: number): OtherCaller {
  const pool = new Pool(url, { connections: 128, connect: { localAddress: address } });
  let turn = 0;
  const shopperAt = (place: number): Shopper => {
    const shopper = shoppers[place % shoppers.length];
    if (!shopper) throw new Error('The well-behaved caller needs at least one shopper.');
    return shopper;
  };

  function nextRead(): Ask {
    turn += 1;
    const shopper = shopperAt(turn);
    const paths = [
      `/api/client/orders/${shopper.orderId}`,
      '/api/client/orders?paginate=1',
      `/api/client/products/${productId}`,
    ];
    return { method: 'GET', path: paths[turn % paths.length] ?? '/', shopper };
  }

  /**
   * Puts a product into the next shopper's cart, or checks out for the shopper who is half the list further on. The cart of
   * that shopper was filled long before.
   */
  function nextWrite(): Ask {
    turn += 1;
    if (turn % checkoutEvery > 0) {
      const path = `/api/client/cart/items/${productId}`;
      return { method: 'PUT', path, shopper: shopperAt(turn), body: { amount: (turn % 9) + 1 } };
    }
    const shopper = shopperAt(turn + 1 + Math.floor(shoppers.length / 2));
    const body = { payment_method: 1, address_id: shopper.addressId };
    return { method: 'POST', path: '/api/client/orders/checkout', shopper, body };
  }

  async function ask({ method, path, shopper, body }: Ask): Promise<number> {
    const json = body !== undefined && { 'content-type': 'application/json' };
    const answer = await pool.request({
      method,
      path,
      headers: { authorization: `Bearer ${shopper.token}`, ...json },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    await answer.body.dump();
    return answer.statusCode;
  }

  return {
    measure: async (ms) => {
      const statuses: Record<number, number> = {};
      let unanswered = 0;
      const timed = async (asked: Ask): Promise<number> => {
        const sentAt = performance.now();
        try {
          const status = await ask(asked);
          statuses[status] = (statuses[status] ?? 0) + 1;
          return isRefusedForLoad(status) ? Infinity : performance.now() - sentAt;
        } catch {
          unanswered += 1;
          return Infinity;
        }
      };
      const [reads, writes] = await Promise.all([
        atPace(ms, readsEveryMs, () => timed(nextRead())),
        atPace(ms, writesEveryMs, () => timed(nextWrite())),
      ]);
      return { readP95: percentile(reads, 0.95), writeP95: percentile(writes, 0.95), statuses, unanswered };
    },
    close: () => pool.destroy(),
  };
}

/** Whether the store refused the request because of load. A 422 is different: the cart was empty because of a late write. */
function isRefusedForLoad(status: number): boolean {
  return status >= 500 || status === 429;
}

/** Starts one call every `everyMs`, even while earlier calls have no response yet. */
async function atPace(ms: number, everyMs: number, call: () => Promise<number>): Promise<number[]> {
  const calls: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let due = 0; due < ms; due += everyMs) {
    await sleep(Math.max(startedAt + due - performance.now(), 0));
    calls.push(call());
  }
  return Promise.all(calls);
}
