import { post, put, read, remove, type ResourceContract } from '../kit/define.ts';
import { object, required } from '../kit/fields.ts';
import { integer, reference } from '../kit/field-kinds.ts';
import * as s from '../kit/resource-schema.ts';
import { amountSchema, maxAmount } from './order-lines.ts';

const cartLineSchema = s.named('CartLine', {
  product_id: s.id,
  amount: amountSchema,
  name: s.text,
  price: s.money,
  line_total: s.money,
  available: s.described(s.boolean, 'Whether this amount could be ordered now.'),
});
export const cartSchema = s.named('Cart', { items: s.arrayOf(cartLineSchema), items_total: s.money });

const amount = () => required(integer({ min: 1, max: maxAmount }));

export const cartContract = {
  sections: { 'Client cart': 'The products that the shopper is about to order.' },
  reads: {
    'cart.read': read('/api/client/cart', {
      summary: 'Read your cart',
      description:
        'Prices are current. `available` says whether the amount of a line could be ordered now. A new cart is empty.',
      perCaller: true,
      composed: true,
      answers: cartSchema,
    }),
  },
  writes: {
    'cart.add': post('/api/client/cart/items', {
      summary: 'Add a product to your cart',
      description: 'Adds to the amount in the cart. Stock is checked at checkout.',
      perCaller: true,
      composed: true,
      body: object({ product_id: required(reference('products')), amount: amount() }),
      answers: cartSchema,
      example: { product_id: 1, amount: 2 },
      guards: true,
    }),
    'cart.set': put('/api/client/cart/items/:product_id', {
      summary: 'Set the amount of a product in your cart',
      description: 'Adds the product if it is missing. Returns the whole cart.',
      perCaller: true,
      composed: true,
      body: object({ amount: amount() }),
      answers: cartSchema,
      example: { amount: 3 },
    }),
    'cart.remove': remove('/api/client/cart/items/:product_id', {
      summary: 'Remove a product from your cart',
      description: 'Succeeds also if the cart does not have it.',
      perCaller: true,
      composed: true,
    }),
    'cart.clear': remove('/api/client/cart', {
      summary: 'Empty your cart',
      description: 'Removes all items from the cart.',
      perCaller: true,
      composed: true,
    }),
  },
} satisfies ResourceContract;
