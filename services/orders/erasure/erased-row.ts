import { endsRecord, recordOfRow, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import type { VersionedRecord } from '#shared/engine/decide/handler.ts';
import { isPaymentText, withoutTexts } from '../payments/payment.ts';
import { ownReasons } from '../records/own-reasons.ts';
import { withoutReturnTexts } from '../returns/return.ts';
import type { Order, OrderReturn, Payment } from '../records/tables.ts';
import { personalFieldsOfOrders, withoutPerson } from '../orders/erased-order.ts';

type Change = NonNullable<LedgerRow['changes']>[number];

interface KeptKind {
  /** The beginning of these records' subjects, such as `returns/`. */
  path: string;
  isPersonal: (change: Change) => boolean;
  withoutPerson: (last: VersionedRecord, userId: number, since: string | null) => VersionedRecord;
}

/** The kinds of records from which an erasure removes only personal values. From users and addresses, it removes all values. */
const kinds: readonly KeptKind[] = [
  {
    path: 'orders/',
    isPersonal: ({ field }) => personalFieldsOfOrders.has(field),
    withoutPerson: (last, _userId, since) => withoutPerson(last as Order, since),
  },
  {
    path: 'payments/',
    isPersonal: ({ field }) => isPaymentText(field),
    withoutPerson: (last, _userId, since) => withoutTexts(last as Payment, since),
  },
  {
    path: 'returns/',
    // The timeline records all lines of a return, with their reasons, as one value.
    isPersonal: (change) => change.field === 'lines' && JSON.stringify(change).includes('"reason":"'),
    withoutPerson: (last, userId, since) => withoutReturnTexts(last as OrderReturn, userId, since),
  },
];

/**
 * Removes data about an erased person from a ledger row: all values of their user and addresses except the ids of customers,
 * notes, and personal values of orders, payments and returns. The reason of the erasure and the store's own reasons stay. If the person made the change, the
 * user's id becomes the row's author. `since`: when the order in the row passed to this person. Null: it always belonged to them.
 */
export function erasedRow(row: LedgerRow, userId: number, since: string | null = null): LedgerRow {
  const { subject } = recordOfRow(row);
  const kind = kinds.find(({ path }) => subject.startsWith(path));
  const { changes, reason, note: _note, last, by, ...kept } = row;
  const isErasure = row.kind === 'erased' && endsRecord(row);
  // The ids of the customers stay also in the timeline of an address. They show which rows belong to which customer.
  const isPersonal = (change: Change) => change.field !== 'user_id' && (kind?.isPersonal(change) ?? true);
  return {
    ...kept,
    ...(changes && {
      changes: changes.map((change) => (isPersonal(change) ? { field: change.field } : change)),
    }),
    ...((isErasure || ownReasons.includes(reason)) && reason !== undefined && { reason }),
    ...(kind && last && { last: kind.withoutPerson(last, userId, since) }),
    ...(by && { by: by.area === 'client' ? { area: by.area, subject: String(userId) } : by }),
  };
}
