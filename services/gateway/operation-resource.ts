import type { InboxRecord } from '#shared/commands/decide-batch.ts';
import { problemBody } from './problem-response.ts';
import type { ProblemContext } from './problem-response.ts';
import type { OperationRef } from './operation-id.ts';

export type OperationStatus =
  'unknown' | 'queued' | 'running' | 'succeeded' | 'partly_succeeded' | 'failed' | 'cancelled' | 'parked';

export interface BulkCounts {
  changed: number;
  unchanged: number;
  not_found: number;
  refused: number;
}

/** Statuses that nothing can change any more; a parked command can still be redriven or discarded. */
export const finalStatuses: ReadonlySet<OperationStatus> = new Set([
  'succeeded',
  'partly_succeeded',
  'failed',
  'cancelled',
]);

/** An operation as the API shows it. */
export interface OperationResource {
  id: string;
  type: string;
  status: OperationStatus;
  progress: { total: number; done: number; failed: number };
  result: { status: number; location: string | null; data: unknown } | null;
  error: Record<string, unknown> | null;
  errors: unknown[];
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

type Reference = Pick<OperationRef, 'type' | 'at'>;

function pending(id: string, { type, at }: Reference): OperationResource {
  return {
    id,
    type,
    status: 'queued',
    progress: { total: 1, done: 0, failed: 0 },
    result: null,
    error: null,
    errors: [],
    created_at: at,
    started_at: null,
    finished_at: null,
  };
}

/** A command that no worker has decided yet. */
export function queuedOperation(id: string, reference: Reference): OperationResource {
  return pending(id, reference);
}

/** A bulk command that is done: its progress counts records. */
export function bulkOperation(
  id: string,
  reference: Reference,
  counts: BulkCounts,
  now: string,
): OperationResource {
  const done = counts.changed + counts.unchanged;
  const failed = counts.not_found + counts.refused;
  return {
    ...pending(id, reference),
    status: failed === 0 ? 'succeeded' : done === 0 ? 'failed' : 'partly_succeeded',
    progress: { total: done + failed, done, failed },
    result: { status: 200, location: null, data: counts },
    started_at: now,
    finished_at: now,
  };
}

/** A command's operation from what is kept of it. */
export function operationFrom(
  id: string,
  reference: Reference,
  record: InboxRecord,
  { isBulk, context }: { isBulk: boolean; context: ProblemContext },
): OperationResource {
  const base = { ...pending(id, reference), started_at: record.decided_at, finished_at: record.decided_at };
  const { outcome, state } = record;
  if ('problem' in outcome) {
    const status = state === 'done' ? 'failed' : state;
    const error = state === 'cancelled' ? null : problemBody(outcome.problem, context);
    return { ...base, status, progress: { total: 1, done: 0, failed: 1 }, error };
  }
  const data: unknown = outcome.body === null ? null : JSON.parse(outcome.body);
  if (isBulk) return bulkOperation(id, reference, data as BulkCounts, record.decided_at);
  const result = { status: outcome.status, location: outcome.location, data };
  return { ...base, status: 'succeeded', progress: { total: 1, done: 1, failed: 0 }, result };
}
