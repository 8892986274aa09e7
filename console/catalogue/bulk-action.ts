import type { BulkOperation, Client, Write } from '#clients/typescript/src/main.ts';
import type { WriteHeaders } from '../data/use-write.ts';
import type { CatalogueSelection } from './catalogue-selection.ts';
import type { CatalogueKind } from './kinds.ts';

export type BulkAction = 'activate' | 'deactivate' | 'delete';
export const bulkActions: readonly BulkAction[] = ['activate', 'deactivate', 'delete'];
export const bulkQuestions = {
  activate: 'bulkActivate',
  deactivate: 'bulkDeactivate',
  delete: 'bulkDelete',
} as const;

export interface BulkWish {
  action: BulkAction;
  selection: CatalogueSelection;
  isRehearsed?: boolean;
}

export function sendBulk(
  kind: CatalogueKind,
  client: Client,
  { action, selection, isRehearsed = false }: BulkWish,
  headers: WriteHeaders,
): Write<BulkOperation> {
  const body = { ...selection, ...(isRehearsed && { dry_run: true }) };
  if (action === 'delete') return kind.removeAll(client, body, headers);
  return kind.updateAll(client, { ...body, status: action === 'activate' ? 'active' : 'inactive' }, headers);
}
