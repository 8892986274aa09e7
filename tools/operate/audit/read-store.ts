import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { Inventory } from '#services/orders/rules/tables.ts';
import { readAll } from './audit-client.ts';
import type { Snapshot } from './audit-client.ts';
import type { AuditedProduct } from './product-copy-rules.ts';

type Service = 'orders' | 'catalog';

const numbered: Record<Service, string[]> = {
  orders: ['users', 'addresses', 'orders', 'order_items'],
  catalog: ['products', 'subscriptions'],
};

export function readInventory(snapshot: Snapshot): Promise<Inventory[]> {
  return readAll(snapshot, 'orders', 'inventory', { projection: { log: 0 } });
}

export async function readCartVersions(snapshot: Snapshot): Promise<Map<number, number>> {
  const projection = { version: 1 };
  const carts = await readAll<Versioned<number>>(snapshot, 'orders', 'carts', { projection });
  return new Map(carts.map((cart) => [cart._id, cart.version]));
}

/** The last id that was given out, by collection. */
export async function readSequences(snapshot: Snapshot, service: Service): Promise<Map<string, number>> {
  // Sequences and the counts of orders stand side by side.
  const filter = { version: { $exists: true } };
  const sequences = await readAll<Versioned<string>>(snapshot, service, 'counters', { filter });
  return new Map(sequences.map((sequence) => [sequence._id, sequence.version]));
}

interface Versioned<Id> {
  _id: Id;
  version: number;
}

/** The largest id that is in use, by collection. */
export async function readLargestIds(
  { session, ...databases }: Snapshot,
  service: Service,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const name of numbered[service]) {
    const [last] = await databases[service]
      .collection<{ _id: number }>(name)
      .find({}, { projection: { _id: 1 }, session })
      .sort({ _id: -1 })
      .limit(1)
      .toArray();
    if (last) found.set(name, last._id);
  }
  return found;
}

export async function readOutbox(
  snapshot: Snapshot,
  service: Service,
): Promise<{ oldest: string | null; waiting: number }> {
  const entries = await readAll<{ at: string }>(snapshot, service, 'outbox', { projection: { at: 1 } });
  const oldest = entries.map((entry) => entry.at).sort()[0];
  return { oldest: oldest ?? null, waiting: entries.length };
}

export function readProducts(snapshot: Snapshot): Promise<AuditedProduct[]> {
  return readAll(snapshot, 'catalog', 'products', { projection: { search: 0, log: 0 } });
}

/** The orders service's own copies of products. */
export function readCopies(snapshot: Snapshot): Promise<ProductCopy[]> {
  return readAll(snapshot, 'orders', 'products');
}
