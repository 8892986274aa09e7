import type { Decision } from '#shared/engine/decide/handler.ts';
import { noteId } from '#shared/engine/decide/ledger-row.ts';
import { origin } from '#shared/engine/decide/origin.ts';
import { entryOf } from '#shared/engine/decide/timeline-entry.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { orderEvent } from './order-events.ts';
import type { OrdersHandler, OrdersTables } from '../records/tables.ts';

/** Adds a staff note to an order's timeline. The order itself does not change. */
export function noteOrder(decimals: number): OrdersHandler<'order-notes.create'> {
  return {
    needs: ({ params }) => ({ orders: [params.order] }),
    check: (state, { params }) => {
      if (!state.orders.has(params.order)) throw new Problem('not_found');
      return [];
    },
    decide: (state, command, { now }): Decision<OrdersTables> => {
      const order = state.orders.get(command.params.order);
      if (!order) throw new Problem('not_found');
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
  };
}
