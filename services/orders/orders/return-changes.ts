import type { Answer, Drafts } from '#shared/engine/decide/handler.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import type { Order, OrderReturn, Written } from '../records/tables.ts';
import { isOpen, returnResource } from '../returns/return.ts';
import { puts, withEvents } from './order.ts';

/** A shop's rules for returns. `localDay`: the day of a moment in the shop's time zone, such as `2026-11-27`. */
export interface ReturnRules {
  decimals: number;
  /** The number of local days after the delivery. 0: shoppers cannot ask for returns. */
  days: number;
  localDay: (moment: string) => string;
}

/**
 * Returns an error for each line whose item is unknown (`mostOf` returns undefined), or whose field `name` exceeds the number
 * that `mostOf` returns.
 */
export function lineErrors<Name extends 'amount' | 'received'>(
  lines: Drafts<{ item_id: number } & Partial<Record<Name, number | null>>>,
  name: Name,
  mostOf: (itemId: number) => number | undefined,
): FieldError[] {
  return lines.flatMap((line, index): FieldError[] => {
    if (line?.item_id === undefined) return [];
    const max = mostOf(line.item_id);
    if (max === undefined) return [{ field: `lines.${index}.item_id`, rule: 'exists' }];
    return (line[name] ?? 0) > max ? [{ field: `lines.${index}.${name}`, rule: 'max', params: { max } }] : [];
  });
}

export function returnChanges(
  record: OrderReturn,
  { was, order }: { was: OrderReturn | null; order: Order },
  { now, decimals }: { now: string; decimals: number },
): Written {
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
