import { countedInEvent } from './counted-order.ts';
import type { CountedOrder } from './counted-order.ts';

/** What an event of the log tells of an order: what to count it as from now on, and as what no more. */
export interface OrderMove {
  id: number;
  was: CountedOrder | null;
  is: CountedOrder | null;
}

/** An event as the service's own log keeps it. */
export interface KeptEvent {
  type: string;
  subject: string;
  json: string;
  former?: object;
}

const ofOrders = /^orders\.order\.([a-z-]+)\.v\d+$/;

/**
 * What an event changes in the counts: null for nothing. Throws `Untold` where it cannot be known, as of events of releases that
 * kept no log.
 */
export function orderMoveIn({ type, subject, json, former }: KeptEvent, decimals: number): OrderMove | null {
  const [, happened] = ofOrders.exec(type) ?? [];
  if (happened === undefined || happened === 'noted') return null;
  const { data } = JSON.parse(json) as { data: Record<string, unknown> };
  const is = countedInEvent(data, decimals);
  const id = Number(subject.slice(subject.indexOf('/') + 1));
  if (!is) throw new Untold(`${type} of ${subject} does not say what the order is`);
  if (happened === 'deleted') return { id, was: is, is: null };
  if (happened === 'placed' || happened === 'created' || isBack(data)) return { id, was: null, is };
  if (!former) throw new Untold(`${type} of ${subject} does not say what the order was`);
  return { id, was: { ...is, ...former }, is };
}

/** An undo has brought the order back after its deletion: all of it is new. */
function isBack({ changed }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(changed) && changed.length === 1 && changed[0] === '*';
}

/** What the log tells is not enough to go on counting: all is counted anew. */
export class Untold extends Error {}
