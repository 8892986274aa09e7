import { describe, expect, test } from '@jest/globals';
import { addOrderSums } from '#services/orders/orders/bulk-sums.ts';
import type { Inventory, Order, OrdersTables } from '#services/orders/records/tables.ts';
import type { BulkSums } from '#shared/engine/decide/bulk-operation.ts';
import type { Change, State } from '#shared/engine/decide/handler.ts';

const order = (id: number, total: number) => ({ _id: id, version: 2, total }) as Order;
const stock = (id: number, units: number | null) => ({ _id: id, version: 2, stock: units }) as Inventory;
const stateOf = (orders: Order[], inventory: Inventory[]) =>
  ({
    orders: new Map(orders.map((each) => [each._id, each])),
    inventory: new Map(inventory.map((each) => [each._id, each])),
  }) as unknown as State<OrdersTables>;
const none: BulkSums = { total: 0, stock: 0, products: [] };
type Changes = Change<OrdersTables>[];

describe('totals of bulk work on orders', () => {
  test('the result of bulk work on orders adds up the orders’ totals exactly and lists how much each product’s stock changed', () => {
    const before = stateOf([], [stock(7, 2), stock(8, 5), stock(9, null)]);
    const first: Changes = [
      { table: 'orders', put: order(1, 10) },
      { table: 'inventory', put: stock(7, 5) },
      { table: 'inventory', put: stock(8, 5) },
      { table: 'inventory', put: stock(9, null) },
    ];
    const second: Changes = [
      { table: 'orders', put: order(2, 20) },
      { table: 'inventory', put: stock(7, 1) },
    ];
    const once = addOrderSums(none, { changes: first }, before, 2);
    expect(once).toEqual({ total: 0.1, stock: 3, products: [{ product_id: 7, stock: 3 }] });
    expect(addOrderSums(once, { changes: second }, before, 2)).toEqual({
      total: 0.3,
      stock: 2,
      products: [{ product_id: 7, stock: 2 }],
    });
  });

  test('the sum of order totals in the result of bulk work includes the orders that the work deletes', () => {
    const changes: Changes = [{ table: 'orders', remove: 3 }] as Changes;
    const { total } = addOrderSums(none, { changes }, stateOf([order(3, 1234)], []), 3);
    expect(total).toBe(1.234);
  });
});
