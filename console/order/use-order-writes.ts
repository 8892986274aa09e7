import { useRef, useState } from 'react';
import {
  adminOrderItemsCreate,
  adminOrderItemsDelete,
  adminOrderItemsUpdate,
  adminOrdersRead,
  adminOrdersUpdate,
  type Order,
  type Write,
} from '#clients/typescript/src/main.ts';
import { shortTimeouts } from '../data/client.tsx';
import { useLeaveWarning } from '../data/use-leave-warning.ts';
import { preferring, useWrite, type SendOptions, type WriteState } from '../data/use-write.ts';
import { storedWriteKeys } from '../data/write-fate.ts';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { changeTexts } from './change-texts.ts';
import type { OrderChange, Seen } from './order-change.ts';

export interface OrderWrites extends Omit<WriteState<OrderChange, unknown, Seen>, 'run'> {
  /** The last requested change, with the order on which it began. */
  last: { change: OrderChange; seen: Seen } | null;
  /** Resolves with true if the store made the change. */
  run: (change: OrderChange, seen: Seen) => Promise<boolean>;
}

/** Sends changes one at a time, and provides the state of the last change. */
export function useOrderWrites({ id: order, order_number: number }: Order): OrderWrites {
  const t = useTexts(changeTexts);
  const running = useRef(false);
  const [last, setLast] = useState<OrderWrites['last']>(null);
  const { run: send, ...write } = useWrite(
    (change: OrderChange, options) => sendChange(order, change, options),
    {
      touches: [['orders'], ['returns'], ['inventory']],
      waits: true,
      isKept: true,
      keys: storedWriteKeys(`order ${order}`),
      failedUnseen: useUnseenFailure(t('changeOf', { number })),
      current: async (client): Promise<Seen> => {
        const { data, etag } = await adminOrdersRead({ client, path: { order } }).withResponse();
        return { order: data, etag: etag ?? undefined };
      },
    },
  );
  const run = async (change: OrderChange, seen: Seen) => {
    if (running.current) return false;
    running.current = true;
    setLast({ change, seen });
    try {
      return (await send(change, { etag: seen.etag })) !== undefined;
    } finally {
      running.current = false;
    }
  };
  useLeaveWarning(write.isPending);
  return { ...write, last, run };
}

/**
 * Sends a change. Also for a change of a line, `If-Match` contains the order's version. With `Prefer`, the store responds with 202
 * before the timeouts.
 */
function sendChange(order: number, change: OrderChange, sending: SendOptions): Write<unknown> {
  const options = { ...preferring(sending, 'wait=2'), ...shortTimeouts };
  switch (change.kind) {
    case 'change':
      return adminOrdersUpdate({ ...options, path: { order }, body: change.body });
    case 'line':
      return adminOrderItemsUpdate({ ...options, path: { order_item: change.line }, body: change.body });
    case 'remove':
      return adminOrderItemsDelete({ ...options, path: { order_item: change.line } });
    case 'add': {
      // A new line conflicts with no other change, so it needs no `If-Match`.
      const { 'If-Match': _, ...others } = options.headers;
      return adminOrderItemsCreate({ ...options, headers: others, body: change.body });
    }
  }
}
