import type { Handlers, State } from '#shared/decide/handler.ts';
import { author, firstVersion } from '#shared/decide/versioned-record.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { maxFigure } from '#shared/contracts/endpoints/orders.ts';
import { invalid, Problem } from '#shared/errors.ts';
import type { FieldError } from '#shared/errors.ts';
import { cartOf, withCartItems } from './cart.ts';
import { orderEvent } from './order-events.ts';
import { findProduct, newLine, sumLines } from './order-lines.ts';
import { orderNumber } from './order-number.ts';
import { orderResource } from './order-resource.ts';
import { addressOnOrder, userOnOrder } from './order.ts';
import type { Order, OrdersNeeds, OrdersTables } from './tables.ts';
import { ownAddress, shopper, shopperId } from './shopper.ts';
import { stockMoves } from './stock.ts';

const scale = 1_000_000n;

/** Tax on an order's main price, rounded half up once. `rate`: 0.15 for 15 %. */
export function taxOn(mainPrice: number, rate: number): number {
  const scaledRate = BigInt(Math.round(rate * Number(scale)));
  return Number((BigInt(mainPrice) * scaledRate + scale / 2n) / scale);
}

function unavailableItems(state: State<OrdersTables>, userId: number): FieldError[] {
  return cartOf(state, userId).items.flatMap((item, index) =>
    findProduct(state, item.product_id)?.is_active === true
      ? []
      : [{ field: `items.${index}.product_id`, rule: 'exists' as const }],
  );
}

/** The caller's cart becomes an order: order, stock and emptied cart in one step, or none of it. */
export function checkoutHandlers(
  decimals: number,
  taxRate: number,
): Handlers<OrdersTables, OrdersNeeds, Pick<OrdersCommands, 'orders.checkout'>> {
  return {
    'orders.checkout': {
      needs: (command) => ({
        users: [shopperId(command)],
        carts: [shopperId(command)],
        addresses: command.body.address_id === undefined ? [] : [command.body.address_id],
        sequences: ['orders', 'order_items'],
      }),
      check: (state, command) => {
        const user = shopper(state, command);
        const { address_id: addressId } = command.body;
        const isForeign = addressId !== undefined && !ownAddress(state, addressId, user._id);
        return [
          ...(isForeign ? [{ field: 'address_id', rule: 'exists' as const }] : []),
          ...unavailableItems(state, user._id),
        ];
      },
      decide: (state, command, { now, nextId }) => {
        const { body } = command;
        const user = shopper(state, command);
        const address = ownAddress(state, body.address_id, user._id);
        if (!address) throw invalid({ field: 'address_id', rule: 'exists' });
        const cart = cartOf(state, user._id);
        if (cart.items.length === 0) throw new Problem('empty_cart');
        const moves = stockMoves(state.inventory, now);
        const id = nextId('orders');
        const items = cart.items.map((asked, index) => {
          const product = findProduct(state, asked.product_id);
          if (!product) throw invalid({ field: `items.${index}.product_id`, rule: 'exists' });
          return newLine(nextId('order_items'), asked, product, { status: 'pending', moves, now });
        });
        const stock = moves.finish();
        const sums = sumLines(items, decimals);
        if (!sums) throw invalid({ field: 'items', rule: 'max', params: { max: maxFigure } });
        const tax = taxOn(sums.main_price, taxRate);
        const order: Order = {
          _id: id,
          ...firstVersion(command, now),
          order_number: orderNumber(id),
          user_id: user._id,
          user: userOnOrder(user),
          address_id: address._id,
          address: addressOnOrder(address),
          payment_method: body.payment_method,
          status: 'pending',
          reject_reason: null,
          notes: body.notes ?? null,
          estimated_arrive_time: null,
          total: sums.main_price + tax,
          discount_amount: 0,
          tax_amount: tax,
          main_price: sums.main_price,
          manufacturing_price: sums.manufacturing_price,
          items,
          history: [{ at: now, by: author(command), from: null, to: 'pending', reason: null }],
          cart_version: cart.version,
        };
        return {
          answer: {
            status: 201,
            location: `/api/client/orders/${id}`,
            version: order.version,
            data: orderResource(order, { area: 'client', language: command.language, decimals }),
          },
          changes: [
            { table: 'orders', put: order },
            { table: 'carts', put: withCartItems(cart, [], now) },
            ...stock,
          ],
          events: [orderEvent('placed', order, decimals)],
        };
      },
    },
  };
}
