import { undoReason } from '#shared/engine/decide/ledger-row.ts';

/** The reason that a return's history gets if the return was closed because its order became `returned`. */
export const returnedWithOrder = 'order_returned';

/** Reasons that the store itself writes. They say nothing about a person, so an erasure keeps them. */
export const ownReasons: readonly (string | null | undefined)[] = [undoReason, returnedWithOrder];

/** Removes the reason that a person wrote. A reason of the store itself stays. */
export function withoutReason<T extends { reason: string | null }>(entry: T): T {
  return ownReasons.includes(entry.reason) ? entry : { ...entry, reason: null };
}
