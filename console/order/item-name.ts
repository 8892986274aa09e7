import type { Order } from '#clients/typescript/src/main.ts';

/** The name of an item's product. Undefined if the item was removed from the order. */
export function itemName({ items }: Pick<Order, 'items'>, item: number): string | undefined {
  return items.find(({ id }) => id === item)?.product.name;
}
