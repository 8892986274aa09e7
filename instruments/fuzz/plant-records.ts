import { endpoints } from '#services/gateway/http/routes.ts';
import { sendRequest } from '#tests/support/request.ts';

interface Access {
  url: string;
  adminToken: string;
  clientToken: string;
}

/** The records to which the declared examples refer. They are sorted so that each record can be created. */
const made = [
  'users.create',
  'addresses.create',
  'products.create',
  'subscriptions.create',
  'inventory.set',
  'orders.create',
  'cart.add',
] as const;

/**
 * Creates records from the declared examples, so that requests find existing records. Returns the ids of
 * operations, some of which belong to shoppers.
 */
export async function plantRecords(
  { url, adminToken, clientToken }: Access,
  each: number,
): Promise<string[]> {
  const operations: string[] = [];
  for (const id of made) {
    const endpoint = endpoints.find((known) => known.id === id);
    if (endpoint?.kind !== 'write') throw new Error(`There is no write endpoint ${id}`);
    const { method, path, scope, example } = endpoint.declared;
    for (let index = 1; index <= each; index += 1) {
      const json =
        id === 'users.create' ? { ...example, email: `${crypto.randomUUID()}@example.com` } : example;
      const token = scope === 'client' ? clientToken : adminToken;
      const headers = index > each - 2 ? { Prefer: 'respond-async' } : undefined;
      const answer = await sendRequest(url, method.toUpperCase(), path.replace(/:\w+/, '1'), {
        token,
        json,
        ...(headers && { headers }),
      });
      if (answer.status >= 300) throw new Error(`${id} returned ${answer.status}: ${answer.text}`);
      if (answer.status === 202) operations.push((answer.body as { data: { id: string } }).data.id);
    }
  }
  return operations;
}
