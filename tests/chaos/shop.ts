import { createApiClient } from '#tools/seed/api-client.ts';

export interface Shopper {
  userId: number;
  addressId: number;
}

export interface StockedProduct {
  id: number;
  /** Null: not counted. */
  stock: number | null;
}

export interface Shop {
  shoppers: Shopper[];
  /** Bulk work alone changes these: more than a chunk of them. */
  subscriptions: number[];
  products: StockedProduct[];
}

const plenty = 1_000_000;
const subscribed = 700;

/** What the chaos is about: shoppers with addresses; products of plenty, scarce ones, and one that is not counted. */
export async function openShop(url: string, adminToken: string, shoppers: number): Promise<Shop> {
  const admin = createApiClient(url, adminToken);
  const stocks = [plenty, plenty, plenty, plenty, 30, 30, 30, null];
  const products: StockedProduct[] = [];
  for (const [index, stock] of stocks.entries()) {
    const text = { name: `Product ${index}`, description: `The product number ${index}` };
    const { id } = await admin.write('POST', '/api/admin/products', `product-${index}`, {
      ...{ price: 10 + index, manufacturing_price: 5, is_active: 1 },
      ...{ en: text, ar: text },
    });
    if (stock !== null) {
      await admin.write('PUT', `/api/admin/inventory/${id}`, `stock-${index}`, { stock });
    }
    products.push({ id, stock });
  }
  const subscriptions = await Promise.all(
    Array.from({ length: subscribed }, async (_, index) => {
      const text = { name: `Subscription ${index}`, description: `The subscription number ${index}` };
      const wanted = { price: 5, is_active: 1, en: text, ar: text };
      const { id } = await admin.write('POST', '/api/admin/subscriptions', `subscription-${index}`, wanted);
      return id;
    }),
  );
  const people: Shopper[] = [];
  for (let index = 0; index < shoppers; index += 1) {
    const email = `shopper-${index}@example.com`;
    const user = await admin.write('POST', '/api/admin/users', `user-${index}`, {
      name: `Shopper ${index}`,
      email,
    });
    const place = { user_id: user.id, line1: 'Street 1', city: 'Cairo', country: 'EG' };
    const address = await admin.write('POST', '/api/admin/addresses', `address-${index}`, place);
    people.push({ userId: user.id, addressId: address.id });
  }
  return { shoppers: people, subscriptions, products };
}
