import { countedInEvent, type CountedOrder } from './counted-order.ts';

/** A change of an order, read from an event. `was`: the values to subtract from the counts. `is`: the values to add. */
export interface OrderMove {
  id: number;
  was: CountedOrder | null;
  is: CountedOrder | null;
}

/** An event as the event log stores it. `former`: the values that the change replaced. */
interface KeptEvent {
  type: string;
  subject: string;
  json: string;
  former?: object;
}

const ofOrders = /^orders\.order\.([a-z-]+)\.v\d+$/;

/**
 * The change of counts that an event describes. Null: the event changes no count. Throws `LogInsufficient` if data is missing.
 */
export function orderMoveIn({ type, subject, json, former }: KeptEvent, decimals: number): OrderMove | null {
  const [, happened] = ofOrders.exec(type) ?? [];
  if (happened === undefined || happened === 'noted') return null;
  const { data } = JSON.parse(json) as { data: Record<string, unknown> };
  const is = countedInEvent(data, decimals);
  const id = Number(subject.slice(subject.indexOf('/') + 1));
  if (!is) throw new LogInsufficient(`${type} of ${subject} lacks data of the order`);
  if (happened === 'deleted') return { id, was: is, is: null };
  if (happened === 'placed' || happened === 'created' || isBack(data)) return { id, was: null, is };
  if (!former) throw new LogInsufficient(`${type} of ${subject} lacks the order's former values`);
  return { id, was: { ...is, ...former }, is };
}

/** Whether the event reports that an undo restored a deleted order. All values of the order are then new to the counts. */
function isBack({ changed }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(changed) && changed.length === 1 && changed[0] === '*';
}

/** Thrown if the event log lacks data that counting needs. All orders are then counted again. */
export class LogInsufficient extends Error {}
