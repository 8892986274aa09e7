import type { Entry } from './ledger.ts';
import type { Data, Resolved } from './oracle-data.ts';
import type { Shop } from './shop.ts';

/**
 * Checks the balance of units. Initial stock plus adjustments must equal current stock plus units in order
 * lines.
 */
export function stockFaults(
  entries: readonly Entry[],
  resolved: ReadonlyMap<Entry, Resolved>,
  { orders, inventory }: Data,
  { products }: Shop,
): string[] {
  const held = new Map<number, number>();
  for (const item of orders.flatMap((order) => order.items)) {
    held.set(item.product_id, (held.get(item.product_id) ?? 0) + item.held);
  }
  const added = new Map<number, number>();
  for (const entry of entries) {
    if (entry.type !== 'inventory.adjust' || resolved.get(entry)?.status !== 'succeeded') continue;
    const product = Number(entry.path.split('/').at(-2));
    added.set(product, (added.get(product) ?? 0) + (entry.body as { by: number }).by);
  }
  return products.flatMap(({ id, stock: initial }) => {
    if (initial === null) return [];
    const stock = inventory.find(({ _id }) => _id === id)?.stock ?? null;
    if (stock === null) return [`products/${id}: the stock is missing`];
    const expected = initial + (added.get(id) ?? 0);
    const counted = stock + (held.get(id) ?? 0);
    const faults = stock < 0 ? [`products/${id}: stock is ${stock}`] : [];
    if (expected !== counted)
      faults.push(`products/${id}: there are ${counted} units instead of ${expected}`);
    return faults;
  });
}
