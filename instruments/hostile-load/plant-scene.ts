import { randomBytes } from 'node:crypto';

import type { TestStore } from '#tests/support/store.ts';
import type { Scene } from './attack.ts';
import type { Shopper } from './other-caller.ts';

type Fields = Record<string, unknown>;

/** Enough callers that no caller reaches a limit, and lists that are larger than all buffers. */
const counts = { staff: 60, shoppers: 60, others: 40, hoarders: 2, longProducts: 400, longOrders: 15 };
const linesOfLongOrder = 1000;
const atOnce = 16;
/** Waits up to 30 s, because creating a long order can take a while on a busy machine. */
const patient = { prefer: 'wait=30' };

export interface Planted {
  scene: Scene;
  /** Shoppers of the well-behaved caller. The response times of this caller are measured during each attack. */
  others: Shopper[];
  productId: number;
}

/** Fills an empty store through its API with the records that the attackers and the well-behaved caller need. */
export async function plantScene(store: TestStore): Promise<Planted> {
  const staff = await Promise.all(
    Array.from({ length: counts.staff }, (_, index) => store.token(`staff-${index}`, 'admin')),
  );
  let turn = 0;
  const make = async (path: string, fields: Fields): Promise<number> => {
    turn += 1;
    const token = staff[turn % staff.length] ?? '';
    const answer = await store.request('POST', path, { token, json: fields, headers: patient });
    if (answer.status !== 201) throw new Error(`POST ${path} returned ${answer.status}: ${answer.text}`);
    return (answer.body as { data: { id: number } }).data.id;
  };

  const productId = await make('/api/admin/products', product('Kettle'));
  const fatProduct = await make('/api/admin/products', product('k'.repeat(250)));
  await together(counts.longProducts, () => make('/api/admin/products', product('Lamp', 5000)));
  const others = await together(counts.others, () => newShopper(store, make, productId));
  const shoppers = await together(counts.shoppers, () => newShopper(store, make, productId));
  const hoarders = await together(counts.hoarders, () => newShopper(store, make, productId));
  for (const { userId, addressId } of hoarders) {
    const items = Array.from({ length: linesOfLongOrder }, () => ({ product_id: fatProduct, amount: 1 }));
    const order = { ...orderOf(userId, addressId), items };
    await together(counts.longOrders, () => make('/api/admin/orders', order), 4);
  }

  const { hostname: host, port } = new URL(store.url);
  const tokensOf = (some: Shopper[]) => some.map(({ token }) => token);
  const tokens = {
    staff,
    shopper: tokensOf(shoppers),
    shoppers: tokensOf(shoppers),
    hoarders: tokensOf(hoarders),
  };
  const scene = {
    host,
    port: Number(port),
    internalPort: Number(new URL(store.internalUrl).port),
    tokens,
    productId,
    addressId: shoppers[0]?.addressId ?? 0,
    operationPath: '',
  };
  return { scene, others, productId };
}

/** Starts a long bulk operation on unknown ids, which changes no record. Returns the path of the operation. */
export async function startLongOperation(store: TestStore, token: string): Promise<string> {
  const ids = Array.from({ length: 100_000 }, (_, index) => 1_000_000_000 + index);
  const headers = { prefer: 'respond-async' };
  const path = '/api/admin/products/bulk-update';
  const answer = await store.request('PUT', path, { token, headers, json: { ids, status: true } });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`PUT ${path} returned ${answer.status}: ${answer.text}`);
  return location;
}

async function newShopper(
  store: TestStore,
  make: (path: string, fields: Fields) => Promise<number>,
  productId: number,
): Promise<Shopper & { userId: number }> {
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  const userId = await make('/api/admin/users', { name: 'Rana Odeh', email });
  const address = { user_id: userId, line1: '3 Hill Road', city: 'Amman', country: 'JO' };
  const addressId = await make('/api/admin/addresses', address);
  const items = [{ product_id: productId, amount: 2 }];
  const orderId = await make('/api/admin/orders', { ...orderOf(userId, addressId), items });
  return { userId, addressId, orderId, token: await store.clientToken(userId) };
}

function orderOf(userId: number, addressId: number): Fields {
  return { user_id: userId, address_id: addressId, payment_method: 1, status: 'pending', total: 0 };
}

function product(name: string, length = 20): Fields {
  const description = 'a'.repeat(length);
  return {
    price: 12.5,
    manufacturing_price: 7,
    en: { name, description },
    ar: { name: name.slice(0, 250), description: 'ب'.repeat(length) },
  };
}

/** Creates `count` records, a few at the same time. */
async function together<T>(count: number, make: () => Promise<T>, most = atOnce): Promise<T[]> {
  const made: T[] = [];
  let started = 0;
  const loop = async (): Promise<void> => {
    while (started < count) {
      started += 1;
      made.push(await make());
    }
  };
  await Promise.all(Array.from({ length: most }, loop));
  return made;
}
