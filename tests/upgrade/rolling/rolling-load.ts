import { setTimeout as sleep } from 'node:timers/promises';

import type { OldData } from '../old-data.ts';
import type { RequestLedger } from './request-ledger.ts';

/** The gateways that requests go to, as a load balancer has them. */
export interface Rotation {
  add: (name: string, url: string) => void;
  remove: (name: string) => void;
}

export interface RollingLoad {
  rotation: Rotation;
  /** Ends it; gives the orders that were made, by the key that asked for each, once all accepted ones are there. */
  stop: () => Promise<Map<string, number>>;
}

interface Gateway {
  name: string;
  url: string;
}

interface Sent {
  what: string;
  method: string;
  path: string;
  token: string;
  body?: unknown;
  key?: string;
}

interface Answer {
  data: { id: number | string; status?: string; result?: { data?: { id: number } } | null };
}

const pauseMs = 150;
const unfinished = new Set(['unknown', 'queued', 'running']);
const finishedWithinMs = 60_000;

/** Shoppers who fill a cart and check out, and staff who read and change orders, one after the other on every gateway. */
export function startRollingLoad(
  { adminToken, shoppers, products }: OldData,
  ledger: RequestLedger,
): RollingLoad {
  let gateways: Gateway[] = [];
  let turn = 0;
  const state = { isOver: false };
  const orders = new Map<string, number>();

  const send = async ({
    what,
    method,
    path,
    token,
    body,
    key,
  }: Sent): Promise<{ status: number; body: Answer } | null> => {
    const gateway = gateways[(turn += 1) % gateways.length];
    if (!gateway) throw new Error('No gateway is in the rotation');
    const headers = {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json', prefer: 'wait=20' },
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const startedAt = performance.now();
    const request = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answered = await fetch(`${gateway.url}${path}`, request)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null);
    ledger.add({
      gateway: gateway.name,
      what,
      status: answered?.status ?? null,
      ms: performance.now() - startedAt,
    });
    if (answered === null || answered.status >= 300) return null;
    return { status: answered.status, body: JSON.parse(answered.text || '{}') as Answer };
  };

  /** The order of a checkout, also when it was only accepted. */
  const orderOf = async (
    { status, body }: { status: number; body: Answer },
    token: string,
  ): Promise<number> => {
    const deadline = Date.now() + finishedWithinMs;
    let { data } = body;
    const isAccepted = status === 202;
    while (isAccepted && unfinished.has(data.status ?? '') && Date.now() < deadline) {
      await sleep(pauseMs);
      const path = `/api/operations/${String(data.id)}`;
      data = (await send({ what: 'read operation', method: 'GET', path, token }))?.body.data ?? data;
    }
    return Number(isAccepted ? data.result?.data?.id : data.id);
  };

  const shop = async ({ token, addressId }: OldData['shoppers'][number], index: number): Promise<void> => {
    for (let round = 0; !state.isOver; round += 1) {
      const item = `/api/client/cart/items/${products[round % 2] ?? 0}`;
      await send({ what: 'fill cart', method: 'PUT', path: item, token, body: { amount: 1 } });
      const key = `rolling-${index}-${round}`;
      const body = { payment_method: 1, address_id: addressId };
      const path = '/api/client/orders/checkout';
      const answer = await send({ what: 'check out', method: 'POST', path, token, body, key });
      if (answer) orders.set(key, await orderOf(answer, token));
      await send({ what: 'read own orders', method: 'GET', path: '/api/client/orders?paginate=true', token });
      await sleep(pauseMs);
    }
  };

  const manage = async (): Promise<void> => {
    const token = adminToken;
    for (let round = 0; !state.isOver; round += 1) {
      await send({
        what: 'list orders',
        method: 'GET',
        path: '/api/admin/orders?paginate=true&filters[status]=1',
        token,
      });
      const [product] = products;
      const path = `/api/admin/products/${product ?? 0}`;
      await send({ what: 'change price', method: 'PUT', path, token, body: { price: 10 + (round % 50) } });
      const order = [...orders.values()].at(-1);
      const notes = { notes: `round ${round}` };
      if (order !== undefined)
        await send({
          what: 'change order',
          method: 'PUT',
          path: `/api/admin/orders/${order}`,
          token,
          body: notes,
        });
      await sleep(pauseMs);
    }
  };

  const running: Promise<unknown>[] = [];
  const begin = (): void => {
    if (running.length === 0) running.push(...shoppers.map(shop), manage());
  };
  return {
    rotation: {
      add: (name, url) => {
        gateways = [...gateways, { name, url }];
        begin();
      },
      remove: (name) => (gateways = gateways.filter((gateway) => gateway.name !== name)),
    },
    stop: async () => {
      state.isOver = true;
      await Promise.all(running);
      return orders;
    },
  };
}
