import type { Endpoint } from '#services/gateway/http/routes.ts';
import { admin } from './callers.ts';
import type { Caller } from '../../support/caller.ts';
import {
  fillCart,
  newOrder,
  newProduct,
  newShopper,
  newSubscription,
  newWebhook,
  uniqueWord,
  type Shopper,
} from './records.ts';
import { writes } from '../../support/endpoints.ts';
import type { Order } from '../../support/resources.ts';

export interface ValidRequest {
  caller: Caller;
  method: string;
  /** The path, with ids of existing records. */
  path: string;
  /** The endpoint's example with references to existing records; {} for reads. */
  body: Record<string, unknown>;
  shopper: Shopper;
  order: Order;
  /** The ids of the records, keyed by the path parameter or field that refers to them. */
  ids: Record<string, number>;
}

/** Builds a request that the endpoint accepts, with its own records. */
export async function validRequest({ id, kind, declared }: Endpoint): Promise<ValidRequest> {
  const [shopper, product, subscription] = await Promise.all([
    newShopper(),
    newProduct({ stock: 100 }),
    newSubscription(),
  ]);
  const [order] = await Promise.all([
    newOrder({ items: [{ product_id: product.id, amount: 1 }], status: statusFor(id) }, shopper),
    declared.scope === 'client' && fillCart(shopper.client, product),
  ]);
  const webhook = declared.path.startsWith('/api/admin/webhooks') ? await newWebhook() : null;
  const isOfReturn = declared.path.includes('/returns');
  const isOfPayment = declared.path.startsWith('/api/admin/payments') || id === 'payments.of-order';
  const ids: Record<string, number> = {
    item_id: order.items[0]?.id ?? 0,
    ...(isOfReturn && { return: await newReturn(order, id, shopper) }),
    ...(isOfPayment && { payment: await newPayment(order, id) }),
    ...(webhook && { webhook: webhook.id, delivery: webhook.delivery }),
    subscription: subscription.id,
    product: product.id,
    product_id: product.id,
    order: order.id,
    order_id: order.id,
    order_item: order.items[0]?.id ?? 0,
    user: shopper.user.id,
    user_id: shopper.user.id,
    address: shopper.address.id,
    address_id: shopper.address.id,
  };
  const { pathField = '' } = kind === 'write' ? declared : {};
  const externalId = uniqueWord();
  if (pathField !== '') await newProduct({ [pathField]: externalId });
  const names = [...declared.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  for (const name of names) if (name !== pathField) ids[name] ??= await newRecord(declared.path);
  const path = declared.path.replaceAll(/:(\w+)/g, (_match, name: string) =>
    name === pathField ? externalId : String(ids[name]),
  );
  const resource = declared.path.split('/')[3]?.replace(/s$/, '') ?? '';
  const example = kind === 'write' ? declared.example : {};
  return {
    caller: declared.scope === 'client' ? shopper.client : admin,
    method: declared.method.toUpperCase(),
    path,
    body: withReferences(example, { ...ids, ids: ids[resource] ?? 0 }),
    shopper,
    order,
    ids,
  };
}

/** Only a requested return can be withdrawn. A new return needs units that no other return has. */
async function newReturn(
  { id, items }: Order,
  endpoint: Endpoint['id'],
  { client }: Shopper,
): Promise<number> {
  if (endpoint.endsWith('.create')) return 0;
  const body = { lines: items.map((item) => ({ item_id: item.id, amount: 1 })) };
  return (await client.post<{ id: number }>(`/api/client/orders/${id}/returns`, body)).data.id;
}

/** Only an authorised payment can be captured, so `payments.capture` gets a payment that is not captured yet. */
async function newPayment({ id }: Pick<Order, 'id'>, endpoint: Endpoint['id']): Promise<number> {
  const body = { amount: 5, capture: endpoint !== 'payments.capture' };
  return (await admin.post<{ id: number }>(`/api/admin/orders/${id}/payments`, body)).data.id;
}

/**
 * Creates the record for a path such as `/api/admin/products/:product` from the example of the endpoint that creates such
 * records. Its texts are unique.
 */
async function newRecord(path: string): Promise<number> {
  const [collection = ''] = path.split('/:');
  const creation = writes.find(({ declared }) => declared.method === 'post' && declared.path === collection);
  const fields = Object.entries(creation?.declared.example ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? uniqueWord() : value,
  ]);
  const { id } = (await admin.post(collection, Object.fromEntries(fields) as object)).data as { id: number };
  return id;
}

export type RequestOf = (endpoint: Endpoint) => ValidRequest;

/**
 * Builds valid requests for these endpoints. Creates records concurrently. They then share the workers'
 * batches, which takes a tenth of the time.
 */
export async function validRequests(endpoints: readonly Endpoint[]): Promise<RequestOf> {
  const made = new Map<Endpoint, ValidRequest>();
  const make = async (endpoint: Endpoint) => void made.set(endpoint, await validRequest(endpoint));
  await Promise.all(endpoints.map(make));
  return (endpoint) => {
    const request = made.get(endpoint);
    if (!request) throw new Error(`No request was made for ${endpoint.id}`);
    return request;
  };
}

/** Erasing a customer and returning goods both need a delivered order. */
function statusFor(id: Endpoint['id']): Order['status'] {
  return id === 'users.delete' || id.includes('returns.') ? 'delivered' : 'pending';
}

function withReferences(
  example: Record<string, unknown>,
  ids: Record<string, number>,
): Record<string, unknown> {
  const replaced = Object.entries(example).map(([name, value]) => {
    if (name === 'email') return [name, `${uniqueWord()}@example.com`] as const;
    if (Array.isArray(value) && name !== 'ids') {
      const entries = value.map((entry: unknown) =>
        typeof entry === 'object' ? withReferences(entry as Record<string, unknown>, ids) : entry,
      );
      return [name, entries] as const;
    }
    return [name, ids[name] ?? value] as const;
  });
  return Object.fromEntries(replaced);
}

export function sendValid<T>({ caller, method, path, body }: ValidRequest) {
  return caller.send<T>(method, path, method === 'GET' ? {} : { json: body });
}
