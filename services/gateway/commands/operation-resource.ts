import {
  isFinal,
  shownProducts,
  undoableUntil,
  applicableUntil,
  type BulkError,
  type BulkOperation,
} from '#shared/engine/decide/bulk-operation.ts';
import { isBackground, type Refused, type InboxRecord } from '#shared/engine/decide/outcome.ts';
import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import type { operationSchema, OperationStatus } from '#shared/contracts/endpoints/operations.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { detail, storedDetail, type FieldError, type FieldRule } from '#shared/contracts/errors.ts';
import { problemMessage } from '../problems/messages.ts';
import { problemBody } from '../problems/problem-response.ts';
import { operationPath, type OperationRef } from './operation-id.ts';

/** A parked command is not final: it can still be redriven or discarded. */
export const finalStatuses: ReadonlySet<OperationStatus> = new Set([
  'succeeded',
  'partly_succeeded',
  'failed',
  'cancelled',
]);

/** Includes `unknown`, because an unknown operation changes only if its request is sent again. */
export const endedStatuses: ReadonlySet<OperationStatus> = new Set([...finalStatuses, 'unknown']);

export type OperationResource = Omit<Shown<typeof operationSchema>, 'error'> & {
  error: Record<string, unknown> | null;
};

type Reference = Pick<OperationRef, 'type' | 'at'>;

/** The operation of a command that no worker has processed. `records`: how many records it changes, 0 while unknown. */
export function queuedOperation(id: string, { type, at }: Reference, records = 1): OperationResource {
  return {
    id,
    type,
    status: 'queued',
    progress: { total: records, done: 0, failed: 0 },
    result: null,
    error: null,
    errors: [],
    created_at: at,
    started_at: null,
    finished_at: null,
  };
}

export function bulkOperation(id: string, operation: BulkOperation, language: Language): OperationResource {
  const { counts, errors } = operation;
  const done = counts.changed + counts.unchanged;
  const failed = counts.not_found + counts.refused;
  const isDone = isFinal(operation.status);
  return {
    ...queuedOperation(id, { type: operation.type, at: operation.created_at }),
    status: operation.status,
    progress: { total: operation.total, done, failed },
    result: isDone ? counts : null,
    error: operation.problem
      ? operationError(id, { problem: operation.problem, request_id: operation.request_id }, language)
      : null,
    errors: errors.map((error) => ({
      id: error.id,
      code: error.code,
      message: bulkErrorMessage(error, language),
      ...changeOf(error),
    })),
    errors_total: operation.errors_total,
    sums: operation.sums
      ? { ...operation.sums, products: operation.sums.products.slice(0, shownProducts) }
      : null,
    dry_run: operation.dry_run,
    apply_until: applicableUntil(operation),
    undo_until: undoableUntil(operation),
    frozen_at: operation.frozen_at ?? null,
    applies: operation.applies ?? null,
    applied_by: operation.applied_by ?? null,
    undoes: operation.undoes ?? null,
    undone_by: operation.undone_by ?? null,
    started_at: operation.started_at,
    finished_at: operation.finished_at,
  };
}

export function bulkErrorMessage(
  { code, params }: Pick<BulkError, 'code' | 'params'>,
  language: Language,
): string {
  const { by, at } = changeOf({ code, ...(params && { params }) });
  const changed = by !== undefined && at !== undefined && detail('changed_after_operation', { by, at });
  const { sentence, products, ...others } = params ?? {};
  const explained = sentence !== undefined && storedDetail(sentence, others);
  const short = products !== undefined && { extra: { products: JSON.parse(products) as unknown } };
  const fields = brokenFields(code, others);
  return problemMessage({ code, ...explained, ...changed, ...short, fields }, language);
}

/**
 * The author and time of the change that made an undo skip a record. Empty if another reason made the undo skip the record, or
 * if the change is unknown.
 */
export function changeOf({ code, params = {} }: Pick<BulkError, 'code' | 'params'>): {
  by?: string;
  at?: string;
} {
  const { by, at } = params;
  return code === 'changed_since' && by !== undefined && at !== undefined ? { by, at } : {};
}

function brokenFields(code: BulkError['code'], params: BulkError['params'] = {}): FieldError[] {
  if (code === 'illegal_transition') return [{ field: 'status', rule: code, params }];
  const { field, rule, ...others } = params;
  const isBroken = code === 'validation_failed' && field !== undefined && rule !== undefined;
  return isBroken ? [{ field, rule: rule as FieldRule, params: others }] : [];
}

function operationError(
  id: string,
  { problem, request_id: requestId = '' }: Refused,
  language: Language,
): Record<string, unknown> {
  return problemBody(problem, { language, instance: operationPath(id), requestId });
}

/** If the inbox says only that bulk work has started, the record of this work is missing: the outcome is `work_lost`. */
function recordedEnd({ outcome, state }: InboxRecord): Pick<InboxRecord, 'outcome' | 'state'> {
  return { state, outcome: isBackground(outcome) ? { problem: { code: 'work_lost' } } : outcome };
}

/** `records`: how many records the command changes, 0 while unknown. */
export function operationResource(
  id: string,
  reference: Reference & { records: number },
  known: Pick<KnownOperation, 'record' | 'bulk'>,
  language: Language,
): OperationResource {
  const { record, bulk } = known;
  if (bulk && !(bulk.isSingle && record)) return bulkOperation(id, bulk, language);
  const { records } = reference;
  const queued = queuedOperation(id, reference, records);
  if (!record) return queued;
  const base = { ...queued, started_at: record.decided_at, finished_at: record.decided_at };
  const { outcome, state } = recordedEnd(record);
  if ('problem' in outcome) {
    const status = state === 'done' ? 'failed' : state;
    const error = state === 'cancelled' ? null : operationError(id, outcome, language);
    // Cancelled work has not begun, and parked work may still succeed.
    const failed = status === 'failed' ? records : 0;
    return { ...base, status, progress: { total: records, done: 0, failed }, error };
  }
  const data: unknown = outcome.body === null ? null : JSON.parse(outcome.body);
  const result = { status: outcome.status, location: outcome.location, data };
  const single = { status: 'succeeded' as const, progress: { total: 1, done: 1, failed: 0 }, result };
  // A single write that can be undone also has a record of bulk work. Its status and result come from the inbox nevertheless.
  if (bulk) return { ...bulkOperation(id, bulk, language), ...base, ...single };
  return { ...base, ...single };
}
