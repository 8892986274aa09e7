import { errorsOr, type Drafts } from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { newDetails, type FigureName, type OrderValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { findProduct } from '../stock/product-copy.ts';
import { stockMoves } from '../stock/stock.ts';
import type { Order, OrderItem, OrdersHandler } from '../records/tables.ts';
import { followLines, sentFigures, sumLines, type FigureRules } from './figures.ts';
import { knownLines, newLine, type LineRequest } from './order-lines.ts';
import { madeOrder, newOrder, puts, referredBy, withEvents } from './order.ts';

/** Figures that an admin sends are stored unchanged. A missing figure becomes the sum over the lines, or 0. */
function figuresFor(
  body: OrdersCommands['orders.create']['body'],
  items: readonly OrderItem[],
  { decimals, taxRate }: FigureRules,
): Pick<OrderValues, FigureName | 'figures'> & Pick<Order, 'tax_rate'> {
  if (body.figures === 'lines') return followLines(items, taxRate, { decimals, field: 'items' });
  const sums = sumLines(items, decimals, 'items');
  return { figures: 'given', ...sums, tax_amount: 0, total: 0, ...sentFigures(body) };
}

/** An admin may create an order with any status, because past orders can be imported. */
export function createOrder(rules: FigureRules): OrdersHandler<'orders.create'> {
  const { decimals } = rules;
  const answer = madeOrder(decimals);
  return makesOnce(answer, {
    needs: ({ body }) => ({
      users: body.user_id === undefined ? [] : [body.user_id],
      addresses: body.address_id === undefined ? [] : [body.address_id],
      products: ((body.items ?? []) as Drafts<LineRequest>).flatMap((item) => item?.product_id ?? []),
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
      const items = lines.map((line) => newLine(line, { status: body.status, moves, now, nextId }));
      const values = {
        ...newDetails('create', body),
        payment_method: body.payment_method,
        status: body.status,
        ...figuresFor(body, items, rules),
      };
      const order = newOrder(id, { user, address, items, values, cartVersion: null }, command, now);
      const written = withEvents(puts('orders', [order]), { stock: moves.finish(), decimals });
      return { answer: answer(order, command), ...written };
    },
  });
}
