import type { PersonalOrderField } from '#shared/contracts/endpoints/order-fields.ts';
import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import type { LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { erasedRow } from '../erasure/erased-row.ts';
import { isOrderOf, showsPerson } from '../orders/erased-order.ts';
import type { Erasure, Order } from '../records/tables.ts';

const day = 24 * 3600 * 1000;

/** Data about an erased person that is still in the database. */
export interface LeftOf {
  /** Collections that still have records of the person, such as `addresses`, `carts`, `customer_texts`. */
  kinds: readonly string[];
  /** Ids of addresses that have the person's user id now, but did not belong to the person when the erasure ran. */
  foreignAddresses: readonly number[];
  /** Orders that still have the person's `user_id`. */
  orders: readonly Pick<Order, '_id' | 'user_id' | 'user' | 'address' | PersonalOrderField>[];
  rows: readonly LedgerRow[];
}

/** Whether the person's data must be removed by now. That is so after the first cleaning round, or a day after the erasure. */
export function isToBeGone({ at, rounds }: Pick<Erasure, 'at' | 'rounds'>, now: number): boolean {
  return rounds > 0 || now - Date.parse(at) > day;
}

export function erasureFindings(
  { _id: user }: Pick<Erasure, '_id'>,
  { kinds, foreignAddresses, orders, rows }: LeftOf,
): Finding[] {
  const showing = orders.filter(showsPerson);
  const [own, others] = [true, false].map((isTheirs) =>
    showing.filter((order) => isOrderOf(order, user) === isTheirs).map(({ _id }) => `orders/${_id}`),
  ) as [string[], string[]];
  const left = [
    ...kinds,
    ...own,
    ...rows
      .filter((row) => JSON.stringify(erasedRow(row, user)).length < JSON.stringify(row).length)
      .map(({ _id }) => `the timeline row ${_id}`),
  ];
  const subject = `users/${user}`;
  if (left.length > 0) {
    const detail = `personal data is left in ${firstOf(left)}`;
    return [finding('person-not-erased', subject, detail, { kind: 'erasure', id: user })];
  }
  const details = [
    others.length > 0 && `${firstOf(others)} has this user id, but a copy of another customer`,
    foreignAddresses.length > 0 &&
      `${firstOf(foreignAddresses.map((id) => `addresses/${id}`))} has this user id, but did not belong to the person at the erasure`,
  ].filter((detail) => detail !== false);
  return details.map((detail) => finding('person-not-erased', subject, detail));
}

function firstOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
