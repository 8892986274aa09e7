import { errorsOr, type State } from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { newDetails } from '#shared/contracts/endpoints/order-fields.ts';
import { stateAfterCheckout } from '#shared/contracts/endpoints/order-states.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { Problem, type FieldError } from '#shared/contracts/errors.ts';
import { findProduct } from '../stock/product-copy.ts';
import { followLines, type FigureRules } from '../orders/figures.ts';
import { knownLines, newLine } from '../orders/order-lines.ts';
import { madeOrder, newOrder, puts, withEvents } from '../orders/order.ts';
import { ownAddress, shopper, shopperId } from '../customers/shopper.ts';
import { stockMoves } from '../stock/stock.ts';
import type { OrdersHandler, OrdersTables } from '../records/tables.ts';
import { cartOf, withCartItems } from './cart.ts';

function soldProduct(state: State<OrdersTables>, id: number): ProductCopy | Omit<FieldError, 'field'> {
  const product = findProduct(state, id);
  if (product?.is_active === true) return product;
  // If the product was deleted, its copy still has the name that the shopper knows.
  const copy = state.products.get(id);
  return copy ? { rule: 'not_sold', params: { en: copy.en.name, ar: copy.ar.name } } : { rule: 'exists' };
}

/** Turns the cart into an order. One transaction writes the order, its stock and the emptied cart. */
export function checkout({ decimals, taxRate }: FigureRules): OrdersHandler<'orders.checkout'> {
  const answer = madeOrder(decimals);
  return makesOnce(answer, {
    needs: (command) => ({
      users: [shopperId(command)],
      carts: [shopperId(command)],
      addresses: command.body.address_id === undefined ? [] : [command.body.address_id],
      sequences: ['orders', 'order_items'],
    }),
    check: (state, command) => {
      const user = shopper(state, command);
      const { address_id: addressId } = command.body;
      const address = ownAddress(state, addressId, user._id);
      const cart = cartOf(state, user._id);
      const { lines, errors } = knownLines(cart.items, (id) => soldProduct(state, id));
      if (addressId !== undefined && !address) errors.unshift({ field: 'address_id', rule: 'exists' });
      return errorsOr(errors, address && { user, address, cart, lines, inventory: state.inventory });
    },
    decide: ({ user, address, cart, lines, inventory }, command, { now, nextId }) => {
      const { body } = command;
      if (lines.length === 0) throw new Problem('empty_cart');
      const status = stateAfterCheckout;
      const moves = stockMoves(inventory, now);
      const id = nextId('orders');
      const items = lines.map((line) => newLine(line, { status, moves, now, nextId }));
      const stock = moves.finish();
      const values = {
        ...newDetails('checkout', body),
        payment_method: body.payment_method,
        status,
        ...followLines(items, taxRate, { decimals, field: 'items' }),
      };
      const order = newOrder(id, { user, address, items, values, cartVersion: cart.version }, command, now);
      const changes = puts('orders', [order]);
      changes.push({ table: 'carts', put: withCartItems(cart, [], now) });
      return { answer: answer(order, command), ...withEvents(changes, { stock, decimals }) };
    },
  });
}
