import type { Entry } from './ledger.ts';

/** Bulk work on subscriptions. */
export const bulkType = 'subscriptions.bulk-update';
export const bulkPath = '/api/admin/subscriptions/bulk-update';
/** The commands that change subscriptions in bulk, when their bodies do not say that it is a rehearsal. */
export const bulkTypes: ReadonlySet<string> = new Set([bulkType, 'catalog.bulk-apply', 'catalog.bulk-undo']);

type Write = (type: string, method: 'POST', path: string, body: object) => Promise<Entry>;

/** Applies or takes back what that write has begun; null where its outcome is not known. */
export async function followUp(write: Write, act: 'apply' | 'undo', of: Entry): Promise<Entry | null> {
  const id = of.answers.find(({ operation }) => operation !== undefined)?.operation;
  return id === undefined ? null : write(`catalog.bulk-${act}`, 'POST', `/api/operations/${id}/${act}`, {});
}
