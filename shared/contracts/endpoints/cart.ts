import { read, write, type ResourceContract } from '../kit/define.ts';
import { object, required } from '../kit/fields.ts';
import { integer, reference } from '../kit/field-kinds.ts';
import {
  arrayOf,
  booleanSchema,
  idSchema,
  moneySchema,
  objectOf,
  textSchema,
} from '../kit/resource-schema.ts';
import { amountSchema, maxAmount } from './order-lines.ts';

const cartLineSchema = objectOf({
  product_id: idSchema,
  amount: amountSchema,
  name: textSchema,
  price: moneySchema,
  line_total: moneySchema,
  available: { ...booleanSchema, description: 'Whether this amount could be ordered now.' },
});
export const cartSchema = objectOf({ items: arrayOf(cartLineSchema), items_total: moneySchema });

const amount = () => required(integer({ min: 1, max: maxAmount }));

const cartReads = {
  'cart.read': read({
    path: '/api/client/cart',
    summary: 'Read your cart',
    description:
      'Prices are current. `available` says whether the amount of a line could be ordered now. A new cart is empty.',
    scope: 'client',
    perCaller: true,
    composed: true,
    answers: cartSchema,
  }),
};

const cartWrites = {
  'cart.add': write({
    method: 'post',
    path: '/api/client/cart/items',
    summary: 'Add a product to your cart',
    description: 'Adds to the amount in the cart. Stock is checked at checkout.',
    scope: 'client',
    perCaller: true,
    composed: true,
    body: object({ product_id: required(reference('products')), amount: amount() }),
    answers: cartSchema,
    example: { product_id: 1, amount: 2 },
  }),
  'cart.set': write({
    method: 'put',
    path: '/api/client/cart/items/:product_id',
    summary: 'Set the amount of a product in your cart',
    description: 'Adds the product if it is missing. Returns the whole cart.',
    scope: 'client',
    perCaller: true,
    composed: true,
    body: object({ amount: amount() }),
    answers: cartSchema,
    example: { amount: 3 },
  }),
  'cart.remove': write({
    method: 'delete',
    path: '/api/client/cart/items/:product_id',
    summary: 'Remove a product from your cart',
    description: 'Succeeds also if the cart does not have it.',
    scope: 'client',
    perCaller: true,
    composed: true,
  }),
  'cart.clear': write({
    method: 'delete',
    path: '/api/client/cart',
    summary: 'Empty your cart',
    description: 'Removes all items from the cart.',
    scope: 'client',
    perCaller: true,
    composed: true,
  }),
};

export const cartContract = {
  schemas: { Cart: cartSchema, CartLine: cartLineSchema },
  sections: { 'Client cart': 'The products that the shopper is about to order.' },
  reads: cartReads,
  writes: cartWrites,
} satisfies ResourceContract;
