import { operationsRead } from '#clients/typescript/src/main.ts';
import type { Operation as OperationRecord } from '#clients/typescript/src/generated/types.gen.ts';
import { useRecord, type RecordState } from './use-record.ts';

/** An operation's data. The name avoids a clash with the SDK's `Operation`, an object that tracks an operation. */
export type { OperationRecord };

const everyMs = 1_000;
const endings: readonly string[] = ['succeeded', 'partly_succeeded', 'failed', 'cancelled'];

export function isEnded({ status }: Pick<OperationRecord, 'status'>): boolean {
  return endings.includes(status);
}

/** Polls an operation until it ends, because the operation's event stream does not report why the operation is stalled. */
export function useOperation(id: string | undefined): RecordState<OperationRecord> {
  return useRecord(['operations', id], (options) => operationsRead({ ...options, path: { id: id ?? '' } }), {
    enabled: id !== undefined,
    refreshEveryMs: (operation) => (operation !== undefined && isEnded(operation) ? false : everyMs),
  });
}
