import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { OldData } from '../old-data.ts';
import type { RequestLedger } from './request-ledger.ts';

/** The gateways that receive requests, as in a load balancer. */
interface Rotation {
  add: (name: string, url: string) => void;
  remove: (name: string) => void;
}

interface RollingLoad {
  rotation: Rotation;
  /** Stops the load once all accepted writes have ended. */
  stop: () => Promise<LoadResult>;
}

interface LoadResult {
  /** Order ids, by the key of the checkout. */
  orders: ReadonlyMap<string, number>;
  faults: readonly string[];
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
  /**
   * Whether to request an immediate response. Such a response contains the operation instead of the outcome.
   */
  isAsync?: boolean;
}

interface Answer {
  /** The code of an error response. */
  code?: string;
  data: {
    id: number | string;
    status?: string;
    progress?: { done: number };
    result?: { data?: { id: number } } | null;
  };
}

const pauseMs = 150;
const unfinished = new Set(['unknown', 'queued', 'running']);
const finishedWithinMs = 60_000;
const mostTries = 5;
const retryAfterMs = 2000;

interface Callers {
  send: (sent: Sent) => Promise<Received | null>;
  state: { isOver: boolean };
  orders: Map<string, number>;
  faults: string[];
}

interface Received {
  status: number;
  body: Answer;
}

/**
 * Starts the load: shoppers fill carts and check out, and staff read and change orders. Each request goes to the next
 * gateway in turn.
 */
export function startRollingLoad(data: OldData, ledger: RequestLedger): RollingLoad {
  let gateways: Gateway[] = [];
  let turn = 0;
  const next = (): Gateway => {
    const gateway = gateways[(turn += 1) % gateways.length];
    if (!gateway) throw new Error('No gateway is in the rotation');
    return gateway;
  };
  const state = { isOver: false };
  const callers: Callers = { send: (sent) => send(sent, next, ledger), state, orders: new Map(), faults: [] };
  const running: Promise<unknown>[] = [];
  return {
    rotation: {
      add: (name, url) => {
        gateways = [...gateways, { name, url }];
        if (running.length > 0) return;
        running.push(...data.shoppers.map((shopper, index) => shop(callers, data, { ...shopper, index })));
        running.push(manage(callers, data), changeInBulk(callers, data));
      },
      remove: (name) => (gateways = gateways.filter((gateway) => gateway.name !== name)),
    },
    stop: async () => {
      state.isOver = true;
      await Promise.all(running);
      return callers;
    },
  };
}

/**
 * Sends a request as the contract requires: a write that the broker did not confirm in time is retried with the same
 * idempotency key.
 */
async function send(sent: Sent, next: () => Gateway, ledger: RequestLedger): Promise<Received | null> {
  const keyed = { ...sent, key: sent.key ?? randomUUID() };
  for (let tries = 1; ; tries += 1) {
    const { name, url } = next();
    const startedAt = performance.now();
    const answered = await request(keyed, url);
    const ms = performance.now() - startedAt;
    const isUnconfirmed = answered?.status === 503 && answered.body.code === 'outcome_unknown';
    const isTriedAgain = isUnconfirmed && tries < mostTries;
    const status = answered?.status ?? null;
    ledger.add({ gateway: name, what: sent.what, status, ms, isTriedAgain });
    if (!isTriedAgain) return answered !== null && answered.status < 300 ? answered : null;
    await sleep(retryAfterMs);
  }
}

async function request(
  { method, path, token, body, key, isAsync = false }: Sent & { key: string },
  url: string,
): Promise<Received | null> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(method !== 'GET' && { 'idempotency-key': key, prefer: isAsync ? 'respond-async' : 'wait=20' }),
  };
  const asked = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return fetch(`${url}${path}`, asked)
    .then(async (response) => ({
      status: response.status,
      body: JSON.parse((await response.text()) || '{}') as Answer,
    }))
    .catch(() => null);
}

/**
 * Every second checkout is asynchronous, and its operation is read from the next gateway. Every third checkout is
 * sent twice.
 */
async function shop(
  callers: Callers,
  { products }: OldData,
  { token, addressId, index }: OldData['shoppers'][number] & { index: number },
): Promise<void> {
  const { send: ask, state, orders, faults } = callers;
  for (let round = 0; !state.isOver; round += 1) {
    const item = `/api/client/cart/items/${products[round % 2] ?? 0}`;
    await ask({ what: 'fill cart', method: 'PUT', path: item, token, body: { amount: 1 } });
    const key = `rolling-${index}-${round}`;
    const body = { payment_method: 1, address_id: addressId };
    const wanted = { method: 'POST', path: '/api/client/orders/checkout', token, body, key };
    const isAsync = round % 2 === 1;
    const answer = await ask({ ...wanted, what: isAsync ? 'check out, accepted' : 'check out', isAsync });
    if (answer) {
      const order = await orderOf(callers, answer, token);
      orders.set(key, order);
      const again = round % 3 === 0 ? await ask({ ...wanted, what: 'check out, sent again' }) : null;
      const same = again ? await orderOf(callers, again, token) : order;
      if (same !== order)
        faults.push(`the checkout ${key} made order ${order}, and order ${same} when it was sent again`);
    }
    await ask({ what: 'read own orders', method: 'GET', path: '/api/client/orders?paginate=true', token });
    await sleep(pauseMs);
  }
}

/**
 * Returns the id of the order that a checkout placed, even if the response was a 202. Returns NaN if there is
 * no order.
 */
async function orderOf(callers: Callers, { status, body }: Received, token: string): Promise<number> {
  if (status !== 202) return Number(body.data.id);
  return Number((await finished(callers, body, token)).result?.data?.id);
}

async function finished({ send: ask }: Callers, accepted: Answer, token: string): Promise<Answer['data']> {
  const deadline = Date.now() + finishedWithinMs;
  const path = `/api/operations/${String(accepted.data.id)}`;
  let { data } = accepted;
  while (unfinished.has(data.status ?? '') && Date.now() < deadline) {
    await sleep(pauseMs);
    data = (await ask({ what: 'read operation', method: 'GET', path, token }))?.body.data ?? data;
  }
  return data;
}

async function manage({ send: ask, state, orders }: Callers, data: OldData): Promise<void> {
  const { adminToken: token, products } = data;
  const product = `/api/admin/products/${products[0] ?? 0}`;
  const live = '/api/admin/orders?paginate=true&filters[status]=1';
  for (let round = 0; !state.isOver; round += 1) {
    await ask({ what: 'list orders', method: 'GET', path: live, token });
    const price = { price: 10 + (round % 50) };
    await ask({ what: 'change price', method: 'PUT', path: product, token, body: price });
    const order = [...orders.values()].at(-1);
    const body = { notes: `round ${round}` };
    const path = `/api/admin/orders/${order ?? 0}`;
    if (order !== undefined) await ask({ what: 'change order', method: 'PUT', path, token, body });
    await sleep(pauseMs);
  }
}

/** Starts bulk updates of several chunks each, which workers of both releases process. */
async function changeInBulk(callers: Callers, { adminToken: token, subscriptions }: OldData): Promise<void> {
  const { send: ask, state, faults } = callers;
  const wanted = { method: 'PUT', path: '/api/admin/subscriptions/bulk-update', token, isAsync: true };
  for (let round = 0; !state.isOver; round += 1) {
    const body = { ids: subscriptions, status: round % 2 === 0 ? 'inactive' : 'active' };
    const answer = await ask({ ...wanted, what: 'change in bulk', body, key: `rolling-bulk-${round}` });
    const data = answer && (await finished(callers, answer.body, token));
    if (data && (data.status !== 'succeeded' || data.progress?.done !== subscriptions.length))
      faults.push(`bulk update ${round} is ${data.status ?? ''}, ${data.progress?.done ?? 0} done`);
    await sleep(pauseMs);
  }
}
