import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  PreconditionFailed,
  StoreError,
  type Client,
  type Operation,
  type RecordChange,
  type Write,
} from '#clients/typescript/src/main.ts';
import type { OperationRecord } from './operation-record.ts';
import { useClient } from './client.tsx';
import { createWriteKeys, isDecided } from './write-fate.ts';

export interface WriteHeaders {
  'Idempotency-Key': string;
  'If-Match'?: string;
  Prefer?: string;
}

/** Another user changed the record since it was shown. Contains my unsent write and the other user's changes. */
export interface WriteConflict<Input> {
  mine: Input;
  theirs: readonly RecordChange[];
  /** The `If-Match` header with which my write overwrites the other user's changes. */
  etag: string | undefined;
}

export interface WriteState<Input, Result> {
  /**
   * Resolves with the outcome, or with undefined when the API rejects the write. In that case `problem` or `conflict` is set.
   */
  run: (input: Input, options?: { etag?: string | undefined }) => Promise<Result | undefined>;
  isPending: boolean;
  problem: StoreError | undefined;
  conflict: WriteConflict<Input> | undefined;
  /** The accepted operation while it is not finished. */
  operation: OperationRecord | undefined;
  /** Dismisses the problem or the conflict. */
  clear: () => void;
}

interface WriteOptions<Result> {
  /** Prefixes of the query keys to refetch after success. */
  touches?: readonly QueryKey[];
  /** Called after every success. For a deletion the outcome is undefined. */
  done?: (result: Result) => void;
}

interface Shown<Input> {
  isPending?: boolean;
  problem?: StoreError;
  conflict?: WriteConflict<Input>;
  operation?: OperationRecord;
}

/**
 * Runs a write. A retry after an unknown outcome sends the same Idempotency-Key, so that the write runs once. Example:
 * `useWrite((client, input, headers) => ordersUpdate({ client, path, body: input, headers }), { touches: [['orders']] })`.
 */
export function useWrite<Input, Result>(
  send: (client: Client, input: Input, headers: WriteHeaders) => Write<Result>,
  { touches = [], done }: WriteOptions<Result> = {},
): WriteState<Input, Result> {
  const client = useClient();
  const queryClient = useQueryClient();
  const [shown, show] = useState<Shown<Input>>({});
  const keys = useRef(createWriteKeys());

  const run = async (input: Input, { etag }: { etag?: string | undefined } = {}) => {
    const headers: WriteHeaders = {
      'Idempotency-Key': keys.current.of(input, etag),
      ...(etag === undefined ? {} : { 'If-Match': etag }),
    };
    show({ isPending: true });
    try {
      const operation = await send(client, input, headers).operation();
      const result = await follow(operation, (record) => show({ isPending: true, operation: record }));
      keys.current.forget();
      show({});
      done?.(result);
      return result;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (isDecided(error)) keys.current.forget();
      show(refusalShown(error, input));
      return undefined;
    } finally {
      for (const queryKey of touches) void queryClient.invalidateQueries({ queryKey });
    }
  };

  return {
    run,
    isPending: shown.isPending ?? false,
    problem: shown.problem,
    conflict: shown.conflict,
    operation: shown.operation,
    clear: () => show({}),
  };
}

/** Reports an accepted operation's progress and resolves with its outcome. */
export async function follow<Result>(
  operation: Operation<Result>,
  report: (record: OperationRecord) => void,
): Promise<Result> {
  if (operation.id !== null) for await (const record of operation.progress()) report(record);
  return operation.done();
}

function refusalShown<Input>(error: StoreError, mine: Input): Shown<Input> {
  return error instanceof PreconditionFailed
    ? { conflict: { mine, theirs: error.changes, etag: error.etag } }
    : { problem: error };
}
