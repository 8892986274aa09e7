import {
  orderItemsCreate,
  orderItemsDelete,
  orderItemsUpdate,
  ordersUpdate,
  type Client,
  type Write,
} from '#clients/typescript/src/main.ts';
import type { WriteHeaders } from '../data/use-write.ts';
import type { OrderChange } from './order-change.ts';

/** Long enough for a response, short enough to report its absence soon. The store responds with a 202 earlier. */
const patience = { timeoutMs: 8_000, tryTimeoutMs: 5_000 };
const answerSoon = { Prefer: 'wait=2' };

/** Sends a change. A line has the version of its order. */
export function sendChange(
  client: Client,
  order: number,
  change: OrderChange,
  headers: WriteHeaders,
): Write<unknown> {
  const options = { client, headers: { ...answerSoon, ...headers }, ...patience };
  switch (change.kind) {
    case 'change':
      return ordersUpdate({ ...options, path: { order }, body: change.body });
    case 'line':
      return orderItemsUpdate({ ...options, path: { order_item: change.line }, body: change.body });
    case 'remove':
      return orderItemsDelete({ ...options, path: { order_item: change.line } });
    case 'add':
      return orderItemsCreate({ ...options, body: change.body });
  }
}
