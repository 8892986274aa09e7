import { checksFirst } from '#shared/engine/decide/handler.ts';
import { noteId } from '#shared/engine/decide/ledger-row.ts';
import { origin } from '#shared/engine/decide/bulk-operation.ts';
import { entryOf } from '#shared/engine/decide/timeline-entry.ts';
import { existing } from '#shared/engine/decide/versioned-record.ts';
import type { OrdersHandler } from '../records/tables.ts';
import { orderEvent } from './order-resource.ts';

/** Adds a staff note to an order's timeline. The order itself does not change. */
export function noteOrder(decimals: number): OrdersHandler<'order-notes.create'> {
  return checksFirst({
    needs: ({ params }) => ({ orders: [params.order] }),
    check: ({ orders }, command) => existing(orders, command.params.order, command),
    decide: (order, command, { now }) => {
      const subject = `orders/${order._id}`;
      const { version } = order;
      const { text } = command.body;
      const _id = noteId(subject, version, now, command.id);
      return {
        answer: {
          status: 201,
          location: `/api/admin/orders/${order._id}/timeline`,
          data: entryOf({ _id, at: now, kind: 'noted', note: text, ...origin(command) }, {}, decimals),
        },
        changes: [],
        events: [orderEvent('noted', order, decimals)],
        note: { subject, version, text },
      };
    },
  });
}
