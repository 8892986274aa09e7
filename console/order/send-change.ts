import {
  orderItemsCreate,
  orderItemsDelete,
  orderItemsUpdate,
  ordersUpdate,
} from '#clients/typescript/src/main.ts';
import type { Client, Write } from '#clients/typescript/src/main.ts';
import type { WriteHeaders } from '../data/use-write.ts';
import type { OrderChange } from './order-change.ts';

/** Long enough for an answer, short enough to say soon that there is none. The store answers with a 202 before. */
const patience = { timeoutMs: 8_000, tryTimeoutMs: 5_000 };
const answerSoon = { Prefer: 'wait=2' };

/** The call that makes a change. A line's version is that of its order. */
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
