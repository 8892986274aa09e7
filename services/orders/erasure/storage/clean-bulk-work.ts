import {
  chunksOfOperation,
  finalStatuses,
  type BulkChunk,
  type BulkOperation,
  type BulkPreview,
} from '#shared/engine/decide/bulk-operation.ts';
import { idOfRow, recordOfRow, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { erasedRow } from '../erased-row.ts';
import type { Order } from '../../records/tables.ts';
import { rowOfPassing } from './clean-ledger.ts';
import { ordersById, type CleaningStep } from './erased-people.ts';
import { nextPortion } from './next-portion.ts';

/** Removes data about erased people from the previews of rehearsals. */
export const cleanRehearsals: CleaningStep = async ({ db }, { users }, after) => {
  const previews = db.collection<BulkPreview>('bulk_previews');
  const portion = await nextPortion(previews, {}, after);
  for (const { _id, rows } of portion?.found ?? []) {
    const ofOrders = rows.filter(({ _id: id }) => id.startsWith('orders/'));
    const orders = await ordersById({ db }, ofOrders.map(idOfRow));
    const cleaned: LedgerRow[] = [];
    for (const row of rows) {
      const order = ofOrders.includes(row) ? orders.get(idOfRow(row)) : undefined;
      const user = (row.last as unknown as Pick<Order, 'user_id'> | undefined)?.user_id ?? order?.user_id;
      const isTheirs = user !== undefined && users.includes(user);
      const passing = isTheirs ? await rowOfPassing(db, recordOfRow(row).subject, row._id) : null;
      cleaned.push(isTheirs ? erasedRow(row, user, passing?.at) : row);
    }
    if (JSON.stringify(cleaned) !== JSON.stringify(rows))
      await previews.updateOne({ _id }, { $set: { rows: cleaned } });
  }
  return portion?.last ?? null;
};

/** Replaces the reason of bulk work that changed an order of an erased person. */
const erasedReason = '—';

/** Removes the reason of bulk work if one of its orders belonged to an erased person. */
export const cleanReasons: CleaningStep = async ({ db }, { users }, after) => {
  const bulk = db.collection<BulkOperation>('bulk_operations');
  const matching = {
    status: { $in: [...finalStatuses] },
    'asked.reject_reason': { $type: 'string', $ne: erasedReason },
  };
  const portion = await nextPortion(bulk, matching, after);
  for (const { _id } of portion?.found ?? []) {
    const chunks = db.collection<BulkChunk>('bulk_chunks').find({ _id: chunksOfOperation(_id) });
    for await (const { ids } of chunks) {
      const orders = await ordersById({ db }, ids);
      if (!orders.values().some((order) => users.includes(order.user_id))) continue;
      await bulk.updateOne({ _id }, { $set: { 'asked.reject_reason': erasedReason } });
      break;
    }
  }
  return portion?.last ?? null;
};
