import type { Answer, Decision } from '#shared/engine/decide/handler.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { Order, OrderReturn, OrdersTables } from '../records/tables.ts';
import { isOpen, returnResource } from '../returns/return.ts';
import { puts, withEvents } from './order.ts';

/** A shop's rules for returns. `localDay`: the day of a moment in the shop's time zone, such as `2026-11-27`. */
export interface ReturnRules {
  decimals: number;
  /** The number of local days after the delivery. 0: shoppers cannot ask for returns. */
  days: number;
  localDay: (moment: string) => string;
}

/** The changed return, its order with the new number of open returns, and the events of both. */
export function returnChanges(
  record: OrderReturn,
  { was, order }: { was: OrderReturn | null; order: Order },
  { now, decimals }: { now: string; decimals: number },
): Pick<Decision<OrdersTables>, 'changes' | 'events'> {
  const more = Number(isOpen(record)) - Number(was !== null && isOpen(was));
  const put = changed<Order>(order, { open_returns: (order.open_returns ?? 0) + more }, now);
  return withEvents([...puts('returns', [record]), ...puts('orders', put === order ? [] : [put])], {
    decimals,
  });
}

export function returnAnswer(
  status: 200 | 201,
  record: OrderReturn,
  { caller: { area } }: Pick<Command, 'caller'>,
  decimals: number,
): Answer {
  const path = area === 'admin' ? '/api/admin/returns' : `/api/client/orders/${record.order_id}/returns`;
  return {
    status,
    ...(status === 201 && { location: `${path}/${record._id}` }),
    version: record.version,
    data: returnResource(record, { area, decimals }),
  };
}
