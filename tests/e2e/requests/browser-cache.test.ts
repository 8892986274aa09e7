import type { Order } from '../../support/resources.ts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import type { Scope } from '#shared/contracts/kit/define.ts';
import { document } from '../../support/documented-answer.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedStore } from '../../support/store-access.ts';
import { inChromium, sharedChromium } from '../console/console-page.ts';
import { sessionCookies } from '../console/page-steps.ts';
import { admin, withToken } from '../support/callers.ts';
import type { Caller } from '../../support/caller.ts';
import { reads } from '../../support/endpoints.ts';
import {
  fillCart,
  newOrder,
  newProduct,
  newShopper,
  newSubscription,
  newWebhook,
  uniqueWord,
} from '../support/records.ts';

/** A GET operation of the OpenAPI document, with record ids in its URL. */
interface Target {
  template: string;
  url: string;
  caching: string;
}

/** One of two people who use the same browser. */
interface Person {
  headers: Record<string, string>;
  /** Signs the person in or out in this browser. */
  enter: (page: Page) => Promise<void>;
}

/** Two people with the same rights, and the URLs that both may read. */
interface Pair {
  people: readonly [Person, Person];
  targets: readonly Target[];
}

interface Asked {
  url: string;
  headers: Record<string, string>;
  method?: 'HEAD';
  cache?: 'no-store';
}

interface Seen {
  status: number;
  body: string;
  tag: string | null;
  caching: string | null;
  vary: string;
}

type Json = Record<string, unknown>;

const store = sharedStore();

const documented = Object.entries(document.paths).flatMap(([template, { get }]) => {
  const operation = get as { security: { bearer: Scope[] }[]; parameters: Json[] } | undefined;
  const hasSearch = operation?.parameters.some(({ name }) => name === 'search') ?? false;
  const scopes = operation?.security.flatMap(({ bearer }) => bearer) ?? [];
  const hasFiles =
    operation?.parameters.some(({ $ref }) => $ref === '#/components/parameters/Format') ?? false;
  return operation ? [{ template, scopes, hasFiles, hasSearch }] : [];
});

const impersonal = new Set(
  reads.flatMap(({ declared: { path, impersonal: isImpersonal } }) =>
    isImpersonal ? [path.replaceAll(/:(\w+)/g, '{$1}')] : [],
  ),
);

/**
 * A search without matches. Lists with the same records for all people are read with this search, because their records
 * reveal nothing about a person. A shopper's own lists are read whole.
 */
const narrow = `search=${uniqueWord()}`;

/** The URLs of an area. A path without a scope, such as that of an operation, is in both areas. */
function targetsOf(area: 'admin' | 'client', ids: Readonly<Record<string, string | number>>): Target[] {
  const ofArea = documented.filter(({ scopes }) => scopes.every((scope) => scope.startsWith(area)));
  return ofArea.flatMap(({ template, hasFiles, hasSearch }) => {
    const path = template.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
      const id = ids[name];
      if (id === undefined)
        throw new Error(`${template}: this test has no record for {${name}}; add one to its ids.`);
      return String(id);
    });
    const isShared = area === 'admin' || impersonal.has(template);
    const url = hasSearch && isShared ? `${path}?${narrow}` : path;
    const json = { template, url, caching: impersonal.has(template) ? 'private, no-cache' : 'no-store' };
    const file = `${url}${url.includes('?') ? '&' : '?'}format=csv`;
    const csv = { template: `${template}?format=csv`, url: file, caching: 'no-store' };
    return hasFiles ? [json, csv] : [json];
  });
}

/** Runs in the page. Requests for one list run in sequence, and different lists concurrently. */
async function fetchAll(lists: readonly (readonly Asked[])[]): Promise<Seen[]> {
  const fetchInTurn = async (asked: readonly Asked[]) => {
    const seen: Seen[] = [];
    for (const { url, ...init } of asked) {
      const answer = await fetch(url, init);
      const { status, headers } = answer;
      seen.push({
        status,
        body: await answer.text(),
        tag: headers.get('etag'),
        caching: headers.get('cache-control'),
        vary: headers.get('vary') ?? '',
      });
    }
    return seen;
  };
  return (await Promise.all(lists.map(fetchInTurn))).flat();
}

/** Reads every URL as the first person, then as the second person, in one browser. */
async function useInTurn(page: Page, { people: [first, second], targets }: Pair) {
  const fetchEach = async (asked: (target: Target, index: number) => Asked[]) =>
    page.evaluate(fetchAll, targets.map(asked));
  await first.enter(page);
  const ofFirst = await fetchEach(({ url }) => [
    { url, headers: first.headers, method: 'HEAD' },
    { url, headers: first.headers },
  ]);
  await second.enter(page);
  const ofSecond = await fetchEach(({ url }, index) => [
    { url, headers: second.headers },
    { url, headers: { ...second.headers, 'If-None-Match': ofFirst[2 * index + 1]?.tag ?? '"1-en"' } },
    { url, headers: second.headers, cache: 'no-store' },
  ]);
  return targets.map((target, index) => {
    const [head, before] = ofFirst.slice(2 * index) as [Seen, Seen];
    const [plain, conditional, fresh] = ofSecond.slice(3 * index) as [Seen, Seen, Seen];
    return { ...target, seen: { head, before, plain, conditional, fresh } };
  });
}

inChromium('the cache of a browser', () => {
  let page: Page;
  beforeAll(async () => {
    page = await (await sharedChromium()).newPage();
    await page.goto(`${store.url}/docs/errors`);
  });
  afterAll(() => page.close());

  test('a shared browser never shows one person the cached data of another, on any documented path', async () => {
    const tried = new Set<string>();
    const different = new Set<string>();
    const leaks = new Set<string>();
    const wrongHeaders = new Set<string>();
    for (const pair of [await shoppers(), ...(await staff())]) {
      for (const { template, caching, seen } of await useInTurn(page, pair)) {
        const { before, plain, conditional, fresh } = seen;
        tried.add(template);
        if (fresh.body !== before.body) {
          different.add(template);
          if (plain.body === before.body) leaks.add(`${template}: the other one’s answer`);
          if (conditional.status === 304) leaks.add(`${template}: 304 to the other one’s tag`);
        }
        for (const [what, { status, caching: said, vary }] of Object.entries(seen)) {
          const expected = status < 400 ? caching : 'no-store';
          if (said !== expected) wrongHeaders.add(`${template} (${what}): ${String(said)}, not ${expected}`);
          const missing = ['Authorization', 'Cookie', 'Accept-Language'].filter(
            (name) => !vary.includes(name),
          );
          if (missing.length > 0)
            wrongHeaders.add(`${template} (${what}): Vary without ${missing.join(', ')}`);
        }
      }
    }
    const files = documented.filter(({ hasFiles }) => hasFiles);
    expect({ tried: tried.size, leaks: [...leaks] }).toEqual({
      tried: documented.length + files.length,
      leaks: [],
    });
    expect([...wrongHeaders]).toEqual([]);
    // A leak is impossible if both people get the same response. For these paths, the responses must differ.
    const own = ['me', 'cart', 'orders', 'addresses', 'orders/{order}'].map((path) => `/api/client/${path}`);
    expect([...different]).toEqual(expect.arrayContaining([...own, '/api/admin/settings/views']));
  });

  test('a browser cache does not return a record in the wrong language', async () => {
    const { id, name } = await newProduct({ en: { name: 'Tea', description: 'Green' } });
    const { headers } = await byToken('layla', 'admin');
    const url = `/api/admin/products/${id}`;
    const inLanguage = (language: string) => ({ url, headers: { ...headers, 'Accept-Language': language } });
    const seen = await page.evaluate(fetchAll, [['en', 'ar', 'en'].map(inLanguage)]);
    const names = seen.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);
    expect(names).toEqual([name, expect.stringMatching(/^شيء/), name]);
  });
});

async function byToken(subject: string, scope: Scope): Promise<Person> {
  const token = await store.token(subject, scope);
  return { headers: { Authorization: `Bearer ${token}` }, enter: (page) => page.context().clearCookies() };
}

/** A person with a console session. The browser sends the session cookie automatically. */
async function bySession(subject: string): Promise<Person> {
  const cookies = await sessionCookies(store, subject);
  return {
    headers: {},
    enter: async (page) => {
      await page.context().clearCookies();
      await page.context().addCookies(cookies);
    },
  };
}

/** Two shoppers, each with a name, a cart, an order and an address. The ids in URLs are those of the first shopper. */
async function shoppers(): Promise<Pair> {
  const newCustomer = async () => {
    const [shopper, product] = await Promise.all([newShopper(), newProduct()]);
    const items = [{ product_id: product.id, amount: 1 }];
    const delivered = { status: 'delivered', items };
    const [order] = await Promise.all([newOrder(delivered, shopper), fillCart(shopper.client, product)]);
    return { ...shopper, product, order };
  };
  const [first, second] = await Promise.all([newCustomer(), newCustomer()]);
  const item = { product_id: first.product.id, amount: 1 };
  const targets = targetsOf('client', {
    order: first.order.id,
    return: await newReturn(first.order),
    address: first.address.id,
    product: first.product.id,
    subscription: (await newSubscription()).id,
    id: await finishedOperation(first.client, '/api/client/cart/items', item),
  });
  const [one, other] = [first, second].map(({ user }) => String(user.id)) as [string, string];
  return { people: [await byToken(one, 'client'), await byToken(other, 'client')], targets };
}

/** A return of a delivered order. */
async function newReturn({ id, items }: Order): Promise<number> {
  const lines = items.map((item) => ({ item_id: item.id, amount: 1 }));
  return (await admin.post<{ id: number }>(`/api/admin/orders/${id}/returns`, { lines })).data.id;
}

/** Two staff members with different saved views, once with tokens and once with sessions. */
async function staff(): Promise<[Pair, Pair]> {
  const [layla, omar] = [uniqueWord('layla'), uniqueWord('omar')];
  for (const name of [layla, omar]) {
    const views = [{ name, list: 'orders', query: '' }];
    await withToken(await store.token(name, 'admin')).put('/api/admin/settings/views', { views });
  }
  const [shopper, product] = await Promise.all([newShopper(), newProduct({ stock: 5 })]);
  const [subscription, webhook] = await Promise.all([newSubscription(), newWebhook()]);
  // Otherwise the delivery could change between the two reads.
  await eventually('the first attempt of the delivery', async () => {
    const path = `/api/admin/webhooks/${webhook.id}/deliveries/${webhook.delivery}`;
    return (await admin.get<{ attempts: unknown[] }>(path)).data.attempts.length > 0;
  });
  await admin.put(`/api/admin/webhooks/${webhook.id}`, { status: 'paused' });
  const order = await newOrder({ items: [{ product_id: product.id, amount: 1 }] }, shopper);
  const payment = await admin.post<{ id: number }>(`/api/admin/orders/${order.id}/payments`, { amount: 1 });
  const lines = [{ product_id: product.id, amount: 1 }];
  const back = await newOrder({ items: lines, status: 'delivered' }, shopper);
  const bulk = { ids: [order.id], status: 'confirmed', _method: 'PUT' };
  const targets = targetsOf('admin', {
    user: shopper.user.id,
    address: shopper.address.id,
    product: product.id,
    order: order.id,
    order_item: order.items[0]?.id ?? 0,
    payment: payment.data.id,
    return: await newReturn(back),
    subscription: subscription.id,
    webhook: webhook.id,
    delivery: webhook.delivery,
    id: await finishedOperation(
      withToken(await store.token(layla, 'admin')),
      '/api/admin/orders/bulk-update',
      bulk,
    ),
  });
  const byTokens = [await byToken(layla, 'admin'), await byToken(omar, 'admin')] as const;
  const bySessions = [await bySession(layla), await bySession(omar)] as const;
  return [
    { people: byTokens, targets },
    { people: bySessions, targets },
  ];
}

/** Sends a write and returns the id of the finished operation. */
async function finishedOperation(caller: Caller, path: string, body: Json): Promise<string> {
  const accepted = await caller.post<{ id: string }>(path, body, { prefer: 'respond-async' });
  const { id } = accepted.data;
  await eventually('the end of an operation', async () => {
    const { data } = await caller.get<{ finished_at: string | null }>(`/api/operations/${id}`);
    return data.finished_at !== null;
  });
  return id;
}
