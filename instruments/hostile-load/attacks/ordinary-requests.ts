import type { Attack, Scene } from '../attack.ts';
import type { HostileRequest } from '../hostile-request.ts';

const ordinary: [name: string, make: (scene: Scene) => HostileRequest][] = [
  ['one product', ({ productId }) => ({ method: 'GET', path: `/api/client/products/${productId}` })],
  ['a page of products', () => ({ method: 'GET', path: '/api/client/products?paginate=1' })],
  [
    'a product put into a cart',
    ({ productId }) => ({
      method: 'PUT',
      path: `/api/client/cart/items/${productId}`,
      headers: { 'Content-Type': 'application/json' },
      body: '{"amount": 1}',
    }),
  ],
];

/**
 * Ordinary requests at full speed. They are the baseline for other attacks, because a busy machine slows all
 * callers.
 */
export const ordinaryRequests: Attack[] = ordinary.map(([name, make]): Attack => ({
  family: 'ordinary',
  name: `ordinary: ${name}`,
  from: 'shoppers',
  requests: (scene) => () => make(scene),
}));
