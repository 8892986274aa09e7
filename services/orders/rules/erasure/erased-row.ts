import type { LedgerRow } from '#shared/decide/ledger-row.ts';
import { endsRecord, recordOfRow } from '#shared/decide/ledger-row.ts';
import type { Order } from '../tables.ts';
import { personalFieldsOfOrders, withoutPerson } from './erased-order.ts';

/**
 * A row of the ledger without a word about a person who was erased: of their user and addresses all values, of orders those that are
 * about people, and what the staff noted; but why they were erased stays. Who wrote it is told by the user's id alone, if it was them.
 */
export function erasedRow(row: LedgerRow, userId: number): LedgerRow {
  const isOfOrder = recordOfRow(row).subject.startsWith('orders/');
  const { changes, reason, note: _note, last, by, ...kept } = row;
  const isErasure = row.kind === 'erased' && endsRecord(row);
  const isPersonal = (field: string) => !isOfOrder || personalFieldsOfOrders.has(field);
  return {
    ...kept,
    ...(changes && {
      changes: changes.map((change) => (isPersonal(change.field) ? { field: change.field } : change)),
    }),
    ...(isErasure && reason !== undefined && { reason }),
    ...(isOfOrder && last && { last: withoutPerson(last as Order) }),
    ...(by && { by: by.area === 'client' ? { area: by.area, subject: String(userId) } : by }),
  };
}
