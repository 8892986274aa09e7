import { randomUUID } from 'node:crypto';

import type { Attack, Scene } from '../attack.ts';
import type { HostileRequest } from '../hostile-request.ts';

const json = { 'Content-Type': 'application/json' };

type Make = (scene: Scene, turn: number) => HostileRequest;

const cart = (headers: (turn: number) => Record<string, string>, amount: (turn: number) => number): Make => {
  return ({ productId }, turn) => ({
    method: 'PUT',
    path: `/api/client/cart/items/${productId}`,
    headers: { ...json, ...headers(turn) },
    body: JSON.stringify({ amount: amount(turn) }),
  });
};

/** Valid or nearly valid writes at full speed. */
const writes: [name: string, from: 'shopper' | 'shoppers', make: Make][] = [
  [
    'a new Idempotency-Key each',
    'shoppers',
    cart(
      () => ({ 'Idempotency-Key': randomUUID() }),
      () => 1,
    ),
  ],
  [
    'one Idempotency-Key, other bodies',
    'shoppers',
    cart(
      () => ({ 'Idempotency-Key': 'k' }),
      (turn) => (turn % 90_000) + 1,
    ),
  ],
  [
    'one Idempotency-Key, one body',
    'shoppers',
    cart(
      () => ({ 'Idempotency-Key': 'same' }),
      () => 1,
    ),
  ],
  [
    'an Idempotency-Key of 255',
    'shoppers',
    cart(
      (turn) => ({ 'Idempotency-Key': String(turn).padStart(255, 'k') }),
      () => 1,
    ),
  ],
  [
    'no client waits for the outcome',
    'shoppers',
    cart(
      () => ({ Prefer: 'respond-async' }),
      () => 2,
    ),
  ],
  [
    'one shopper waits for no outcome',
    'shopper',
    cart(
      () => ({ Prefer: 'respond-async' }),
      () => 2,
    ),
  ],
  [
    'an old version',
    'shoppers',
    cart(
      () => ({ 'If-Match': '"1-en"' }),
      () => 2,
    ),
  ],
  [
    'checkouts of empty carts',
    'shoppers',
    ({ addressId }) => ({
      method: 'POST',
      path: '/api/client/orders/checkout',
      headers: json,
      body: JSON.stringify({ payment_method: 1, address_id: addressId }),
    }),
  ],
  [
    'products that there are not',
    'shoppers',
    (_scene, turn) => ({
      method: 'POST',
      path: '/api/client/cart/items',
      headers: json,
      body: JSON.stringify({ product_id: 5_000_000 + turn, amount: 1 }),
    }),
  ],
];

export const writeAttacks: Attack[] = writes.map(([name, from, make]): Attack => ({
  family: 'writes',
  name: `cart and checkout: ${name}`,
  from,
  requests: (scene) => (turn) => make(scene, turn),
}));
