import type { Entry } from './ledger.ts';

export const bulkType = 'subscriptions.bulk-update';
export const bulkPath = '/api/admin/subscriptions/bulk-update';
/** Types of commands that change subscriptions in bulk, unless their body requests a dry run. */
export const bulkTypes: ReadonlySet<string> = new Set([bulkType, 'catalog.bulk-apply', 'catalog.bulk-undo']);

type Write = (type: string, method: 'POST', path: string, body: object) => Promise<Entry>;

/** Applies or undoes the bulk operation that this write started. Null if the write has no known outcome. */
export async function followUp(write: Write, act: 'apply' | 'undo', of: Entry): Promise<Entry | null> {
  const id = of.answers.find(({ operation }) => operation !== undefined)?.operation;
  return id === undefined ? null : write(`catalog.bulk-${act}`, 'POST', `/api/operations/${id}/${act}`, {});
}
