import { undoReason } from '#shared/engine/decide/ledger-row.ts';

/** The reason of the step that closed a return because its order became `returned`. */
export const returnedWithOrder = 'order_returned';

/**
 * Whether the store itself wrote the reason. A reason of the store itself says nothing about a person, so an erasure keeps
 * it.
 */
export function isOwnReason(reason: string | null | undefined): boolean {
  return reason === undoReason || reason === returnedWithOrder;
}
