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

/**
 * Long enough for a response, yet short enough to report a missing response soon. `Prefer` makes the store respond with 202
 * earlier than that.
 */
const patience = { timeoutMs: 8_000, tryTimeoutMs: 5_000 };
const answerSoon = { Prefer: 'wait=2' };

/** Sends a change. For a line, `If-Match` contains the version of the line's order. */
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
