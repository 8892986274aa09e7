import { endsRecord, recordOfRow, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import type { Order } from '../records/tables.ts';
import { personalFieldsOfOrders, withoutPerson } from '../orders/erased-order.ts';

/**
 * Removes data about an erased person from a ledger row: all values of their user and addresses, personal values of orders, and
 * notes. The reason of the erasure stays. If the person made the change, the row's author becomes the user's id.
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
