import { read, write } from '../schema-kit/define.ts';
import { integer, object, reference, required } from '../schema-kit/fields.ts';
import { maxAmount } from './orders.ts';
import { cartSchema } from './resource-schemas.ts';

const amount = () => required(integer({ min: 1, max: maxAmount }));

export const cartReads = {
  'cart.read': read({
    path: '/api/client/cart',
    summary: 'Read your cart',
    scope: 'client',
    composed: true,
    answers: cartSchema,
  }),
};

export const cartWrites = {
  'cart.add': write({
    method: 'post',
    path: '/api/client/cart/items',
    summary: 'Add a product to your cart',
    scope: 'client',
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
    scope: 'client',
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
    scope: 'client',
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
    scope: 'client',
    composed: true,
    body: object({}),
    status: 204,
    answers: null,
    example: {},
  }),
};
