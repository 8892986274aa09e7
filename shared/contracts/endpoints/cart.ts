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

export const cartLineSchema = objectOf({
  product_id: idSchema,
  amount: amountSchema,
  name: textSchema,
  price: moneySchema,
  line_total: moneySchema,
  available: { ...booleanSchema, description: 'Whether it could be ordered now in this amount.' },
});
export const cartSchema = objectOf({ items: arrayOf(cartLineSchema), items_total: moneySchema });

const amount = () => required(integer({ min: 1, max: maxAmount }));

const cartReads = {
  'cart.read': read({
    path: '/api/client/cart',
    summary: 'Read your cart',
    description:
      'Prices are those of now; `available` says whether the line could be ordered in its amount. Empty when it is new.',
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
    description: 'The amount is added to what is there. Stock is looked at when the cart is ordered.',
    scope: 'client',
    perCaller: true,
    composed: true,
    body: object({ product_id: required(reference('products')), amount: amount() }),
    status: 200,
    answers: cartSchema,
    example: { product_id: 1, amount: 2 },
  }),
  'cart.set': write({
    method: 'put',
    path: '/api/client/cart/items/:product_id',
    summary: 'Set the amount of a product in your cart',
    description: 'Puts the product there if it is not. The answer is the whole cart.',
    scope: 'client',
    perCaller: true,
    composed: true,
    body: object({ amount: amount() }),
    status: 200,
    answers: cartSchema,
    example: { amount: 3 },
  }),
  'cart.remove': write({
    method: 'delete',
    path: '/api/client/cart/items/:product_id',
    summary: 'Take a product out of your cart',
    description: 'Nothing happens when it is not there.',
    scope: 'client',
    perCaller: true,
    composed: true,
    body: object({}),
    status: 204,
    answers: null,
    example: {},
  }),
  'cart.clear': write({
    method: 'delete',
    path: '/api/client/cart',
    summary: 'Empty your cart',
    description: 'All products leave it.',
    scope: 'client',
    perCaller: true,
    composed: true,
    body: object({}),
    status: 204,
    answers: null,
    example: {},
  }),
};

export const cartContract = {
  schemas: { Cart: cartSchema, CartLine: cartLineSchema },
  sections: { 'Client cart': 'What the token’s user is about to order.' },
  reads: cartReads,
  writes: cartWrites,
} satisfies ResourceContract;
