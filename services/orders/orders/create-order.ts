import { errorsOr } from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { newDetails, type OrderValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { findProduct } from '../stock/product-copy.ts';
import { orderEvent } from './order-resource.ts';
import { knownLines, newLines, sumLines, tooLarge, type DraftLines, type LineSums } from './order-lines.ts';
import { madeOrder, newOrder, referredBy } from './order.ts';
import { stockMoves } from '../stock/stock.ts';
import type { OrdersHandler } from '../records/tables.ts';

type NewOrderBody = OrdersCommands['orders.create']['body'];

/** Figures that an admin sends are stored unchanged. A missing figure is the sum over the lines, or 0. */
function valuesOf(
  body: NewOrderBody,
  sums: LineSums,
): Omit<OrderValues, 'order_number' | 'user_id' | 'address_id'> {
  return {
    ...newDetails('create', body),
    payment_method: body.payment_method,
    status: body.status,
    total: body.total,
    discount_amount: body.discount_amount ?? sums.discount_amount,
    tax_amount: body.tax_amount ?? 0,
    main_price: body.main_price ?? sums.main_price,
    manufacturing_price: body.manufacturing_price ?? sums.manufacturing_price,
  };
}

/** An admin may create an order with any status, so that past orders can be imported. */
export function createOrder(decimals: number): OrdersHandler<'orders.create'> {
  const answer = madeOrder(decimals);
  return makesOnce(answer, {
    needs: ({ body }) => ({
      users: body.user_id === undefined ? [] : [body.user_id],
      addresses: body.address_id === undefined ? [] : [body.address_id],
      products: ((body.items ?? []) as DraftLines).flatMap((item) => item?.product_id ?? []),
      sequences: ['orders', 'order_items'],
    }),
    check: (state, { body }) => {
      const { user, address, errors } = referredBy(state, body, null);
      const { lines, errors: missingProducts } = knownLines(
        body.items ?? [],
        (id) => findProduct(state, id) ?? { rule: 'exists' },
      );
      const found = user && address && { user, address, lines, inventory: state.inventory };
      return errorsOr([...errors, ...missingProducts], found);
    },
    decide: ({ user, address, lines, inventory }, command, { now, nextId }) => {
      const { body } = command;
      const id = nextId('orders');
      const moves = stockMoves(inventory, now);
      const items = newLines(lines, { status: body.status, moves, now, nextId });
      const sums = sumLines(items, decimals);
      if (!sums) throw tooLarge('items');
      const values = valuesOf(body, sums);
      const order = newOrder(id, { user, address, items, values, cartVersion: null }, command, now);
      const stock = moves.finish();
      return {
        answer: answer(order, command),
        changes: [{ table: 'orders', put: order }, ...stock.changes],
        events: [orderEvent('created', order, decimals), ...stock.events],
      };
    },
  });
}
