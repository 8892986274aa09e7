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

/** Another user changed the record since it was shown: the unsent write, and their changes. */
export interface WriteConflict<Input> {
  mine: Input;
  theirs: readonly RecordChange[];
  /** The `If-Match` header that knowingly overwrites their changes. */
  etag: string | undefined;
}

export interface WriteState<Input, Result> {
  /** Resolves to the outcome, or to undefined when refused: then `problem` or `conflict` is set. */
  run: (input: Input, options?: { etag?: string | undefined }) => Promise<Result | undefined>;
  isPending: boolean;
  problem: StoreError | undefined;
  conflict: WriteConflict<Input> | undefined;
  /** The operation while it is accepted but not done. */
  operation: OperationRecord | undefined;
  /** Dismisses the problem or conflict. */
  clear: () => void;
}

interface WriteOptions<Result> {
  /** Prefixes of the query keys to refetch once it is done. */
  touches?: readonly QueryKey[];
  /** Called after every success; a deletion's outcome is undefined. */
  done?: (result: Result) => void;
}

interface Shown<Input> {
  isPending?: boolean;
  problem?: StoreError;
  conflict?: WriteConflict<Input>;
  operation?: OperationRecord;
}

/**
 * Runs a write. A retry after an unknown outcome sends the same Idempotency-Key, so that the write runs once:
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

/** Follows an accepted operation's progress and resolves to its outcome. */
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
