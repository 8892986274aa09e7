import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { createApiClient } from '#tools/seed/api-client.ts';
import type { RunningRelease } from '../../releases/running-release.ts';
import { closedLoop, type LoadAnswer, type LoadRequest } from '../closed-loop.ts';

/** A running release with its own store. All compared stores have the same products and shoppers. */
export interface ComparedStore {
  name: 'old' | 'new';
  release: RunningRelease;
  adminToken: string;
  shoppers: Shopper[];
  products: number[];
}

interface Shopper {
  addressId: number;
  token: string;
}

const plenty = 1_000_000_000;
const productCount = 100;
const callers = 16;

/** Creates products with stock, and shoppers with an address, over HTTP, because this works in both releases. */
export async function fillStore(
  name: 'old' | 'new',
  release: RunningRelease,
  shopperCount: number,
): Promise<ComparedStore> {
  const adminToken = await release.run('token', '--scope', 'admin');
  const products = await createProducts(release.url, adminToken);
  const users = await create(release.url, shopperCount, (index) => ({
    method: 'POST',
    path: '/api/admin/users',
    token: adminToken,
    body: { name: `Shopper ${index}`, email: `shopper-${index}@example.com` },
  }));
  const addresses = await create(release.url, users.length, (index) => ({
    method: 'POST',
    path: '/api/admin/addresses',
    token: adminToken,
    body: { user_id: users[index], line1: `${index} Long Street`, city: 'Cairo', country: 'EG' },
  }));
  // Signs tokens here, because the command of the release would start a process per token.
  const keys = await loadSigningKeys(release.keysFolder);
  const shoppers = await Promise.all(
    addresses.map(async (addressId, index): Promise<Shopper> => {
      const token = { subject: String(users[index]), scope: 'client', lifetime: 24 * 3600 };
      return { addressId, token: await signToken(keys, token) };
    }),
  );
  return { name, release, adminToken, shoppers, products };
}

async function createProducts(url: string, token: string): Promise<number[]> {
  const admin = createApiClient(url, token);
  const ids: number[] = [];
  for (let index = 0; index < productCount; index += 1) {
    const text = { name: `Product ${index}`, description: `The product number ${index}` };
    const { id } = await admin.write('POST', '/api/admin/products', `product-${index}`, {
      price: 12.5 + index,
      manufacturing_price: 8,
      is_active: 1,
      en: text,
      ar: text,
    });
    await admin.write('PUT', `/api/admin/inventory/${id}`, `stock-${index}`, { stock: plenty });
    ids.push(id);
  }
  return ids;
}

/** Creates records and returns their ids in the sequence of the requests. */
async function create(
  url: string,
  count: number,
  requestOf: (index: number) => LoadRequest,
): Promise<number[]> {
  const requests = Array.from({ length: count }, (_, index) => requestOf(index));
  const ids = new Map<LoadRequest, number>();
  await closedLoop(url, callers, requests, (answer, request) => {
    const { data } = answered(201, answer, request) as { data: { id: number } };
    ids.set(request, data.id);
  });
  return requests.map((request) => ids.get(request) ?? 0);
}

/** Returns the response body. Throws unless the status is as expected. */
export function answered(status: number, answer: LoadAnswer, request: LoadRequest): unknown {
  if (answer.status === status) return JSON.parse(answer.text);
  const text = answer.text.slice(0, 300);
  throw new Error(`${request.method} ${request.path} returned ${answer.status}: ${text}`);
}
