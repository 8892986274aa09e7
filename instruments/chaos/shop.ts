import { createApiClient, type ApiClient } from '#tools/seed/api-client.ts';

export interface Shopper {
  userId: number;
  addressId: number;
}

interface StockedProduct {
  id: number;
  /** Null if the stock is not counted. */
  stock: number | null;
}

export interface Shop {
  shoppers: Shopper[];
  /** Subscriptions that only bulk work changes. Bulk work on them needs more than one chunk. */
  subscriptions: number[];
  /** Thousands more subscriptions, which only two faults of long runs change. Empty in a short run. */
  crowd: number[];
  products: StockedProduct[];
  /** A product that only faults change. */
  witness: number;
  /** Orders whose status only bulk work changes. One chunk of them exceeds MongoDB's document size limit. */
  wideOrders: number[];
}

interface ShopSize {
  shoppers: number;
  subscriptions?: number;
  crowd?: number;
  wideOrders?: number;
}

const plenty = 1_000_000;
const subscribed = 700;
const wideLines = 130;
const atOnce = 32;

/** Creates shoppers with addresses, and products: some with a large stock, some with a small one, one without a counted stock. */
export async function openShop(url: string, adminToken: string, size: ShopSize): Promise<Shop> {
  const admin = createApiClient(url, adminToken);
  const stocks = [plenty, plenty, plenty, plenty, 30, 30, 30, null];
  const products: StockedProduct[] = [];
  for (const [index, stock] of stocks.entries()) {
    const id = await addProduct(admin, index);
    if (stock !== null) {
      await admin.write('PUT', `/api/admin/inventory/${id}`, `stock-${index}`, { stock });
    }
    products.push({ id, stock });
  }
  const witness = await addProduct(admin, stocks.length);
  const subscriptions = await addSubscriptions(admin, size.subscriptions ?? subscribed);
  const crowd = await addSubscriptions(admin, size.crowd ?? 0, 'crowd');
  const people: Shopper[] = [];
  for (let index = 0; index < size.shoppers; index += 1) people.push(await addShopper(admin, index));
  const [buyer] = people;
  const plentiful = products.filter(({ stock }) => stock === plenty).map(({ id }) => id);
  const wideOrders = buyer
    ? await inParallel(size.wideOrders ?? 0, (index) => addWideOrder(admin, buyer, plentiful, index))
    : [];
  return { shoppers: people, subscriptions, crowd, products, witness, wideOrders };
}

/** The records that exist before the clients' first recorded write. */
export function recordsOf(shop: Shop): Set<string> {
  const named = (kind: string, ids: readonly number[]) => ids.map((id) => `${kind}/${id}`);
  return new Set([
    ...named('products', [...shop.products.map(({ id }) => id), shop.witness]),
    ...named('subscriptions', [...shop.subscriptions, ...shop.crowd]),
    ...named(
      'users',
      shop.shoppers.map(({ userId }) => userId),
    ),
    ...named(
      'addresses',
      shop.shoppers.map(({ addressId }) => addressId),
    ),
    ...named('orders', shop.wideOrders),
  ]);
}

async function addSubscriptions(admin: ApiClient, count: number, of = 'subscription'): Promise<number[]> {
  const ids = await inParallel(count, async (index) => {
    const text = { name: `Subscription ${index}`, description: `The subscription number ${index}` };
    const wanted = { price: 5, is_active: 1, en: text, ar: text };
    const { id } = await admin.write('POST', '/api/admin/subscriptions', `${of}-${index}`, wanted);
    return id;
  });
  return ids.sort((a, b) => a - b);
}

async function addProduct(admin: ApiClient, index: number): Promise<number> {
  const text = { name: `Product ${index}`, description: `The product number ${index}` };
  const { id } = await admin.write('POST', '/api/admin/products', `product-${index}`, {
    price: 10 + index,
    manufacturing_price: 5,
    is_active: 1,
    en: text,
    ar: text,
  });
  return id;
}

async function addShopper(admin: ApiClient, index: number): Promise<Shopper> {
  const email = `shopper-${index}@example.com`;
  const wanted = { name: `Shopper ${index}`, email };
  const user = await admin.write('POST', '/api/admin/users', `user-${index}`, wanted);
  const place = { user_id: user.id, line1: 'Street 1', city: 'Cairo', country: 'EG' };
  const address = await admin.write('POST', '/api/admin/addresses', `address-${index}`, place);
  return { userId: user.id, addressId: address.id };
}

async function addWideOrder(
  admin: ApiClient,
  { userId, addressId }: Shopper,
  products: readonly number[],
  index: number,
): Promise<number> {
  const items = Array.from({ length: wideLines }, (_, line) => ({
    product_id: products[line % products.length],
    amount: 1,
  }));
  const { id } = await admin.write('POST', '/api/admin/orders', `wide-order-${index}`, {
    user_id: userId,
    address_id: addressId,
    payment_method: 1,
    total: 1,
    status: 'pending',
    items,
    notes: `wide ${index}`,
  });
  return id;
}

async function inParallel(count: number, make: (index: number) => Promise<number>): Promise<number[]> {
  const left = Array.from({ length: count }, (_, index) => index);
  const made: number[] = [];
  const work = async (): Promise<void> => {
    for (let index = left.pop(); index !== undefined; index = left.pop()) made.push(await make(index));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return made;
}
