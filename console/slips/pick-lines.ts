import type { Order, OrderItem } from '#clients/typescript/src/main.ts';

interface PickLine {
  product: OrderItem['product'];
  units: number;
  /** Each order that needs the product, with the number of units, in the sequence of the orders. */
  orders: { number: string; units: number }[];
}

type Picked = Pick<Order, 'order_number'> & { items: readonly Pick<OrderItem, 'product' | 'amount'>[] };

/** The number of units of each product in all these orders, sorted by the product's name. */
export function pickLines(orders: readonly Picked[]): PickLine[] {
  const lines = new Map<number, PickLine>();
  for (const { order_number: number, items } of orders)
    for (const { product, amount } of items) {
      const line = lines.get(product.id) ?? { product, units: 0, orders: [] };
      lines.set(product.id, line);
      line.units += amount;
      const own = line.orders.find((order) => order.number === number);
      if (own === undefined) line.orders.push({ number, units: amount });
      else own.units += amount;
    }
  return [...lines.values()].sort((a, b) => a.product.name.localeCompare(b.product.name));
}
