import type { State } from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { newDetails, type OrderValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { invalid, type FieldError } from '#shared/contracts/errors.ts';
import { findProduct } from '../stock/product-copy.ts';
import { orderEvent } from './order-events.ts';
import { newLines, sumLines, tooLarge, type LineSums } from './order-lines.ts';
import { brokenReferences, madeOrder, newOrder } from './order.ts';
import { stockMoves } from '../stock/stock.ts';
import type { OrdersHandler, OrdersTables } from '../records/tables.ts';

type NewOrderBody = OrdersCommands['orders.create']['body'];

// When a command is checked, its items may lack the fields that broke a rule.
type DraftItems = readonly ({ product_id?: number } | undefined)[];

function missingProducts(state: State<OrdersTables>, items: DraftItems): FieldError[] {
  return items.flatMap((item, index) =>
    item?.product_id === undefined || findProduct(state, item.product_id)
      ? []
      : [{ field: `items.${index}.product_id`, rule: 'exists' as const }],
  );
}

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
  const handler: OrdersHandler<'orders.create'> = {
    needs: ({ body }) => ({
      users: body.user_id === undefined ? [] : [body.user_id],
      addresses: body.address_id === undefined ? [] : [body.address_id],
      products: ((body.items ?? []) as DraftItems).flatMap((item) => item?.product_id ?? []),
      sequences: ['orders', 'order_items'],
    }),
    check: (state, { body }) => [
      ...brokenReferences(state, body, null),
      ...missingProducts(state, body.items ?? []),
    ],
    decide: (state, command, { now, nextId }) => {
      const { body } = command;
      const user = state.users.get(body.user_id);
      const address = state.addresses.get(body.address_id);
      if (!user || !address) throw invalid(...brokenReferences(state, body, null));
      const id = nextId('orders');
      const moves = stockMoves(state.inventory, now);
      const items = newLines(body.items ?? [], state, { status: body.status, moves, now, nextId });
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
  };
  return makesOnce(handler, answer);
}
