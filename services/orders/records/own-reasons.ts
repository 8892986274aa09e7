import { undoReason } from '#shared/engine/decide/ledger-row.ts';

/** The reason that a return's history gets if the return was closed because its order became `returned`. */
export const returnedWithOrder = 'order_returned';

/** Whether the store itself wrote the reason. Such a reason says nothing about a person, so an erasure keeps it. */
export function isOwnReason(reason: string | null | undefined): boolean {
  return reason === undoReason || reason === returnedWithOrder;
}
