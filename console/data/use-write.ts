import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { newIdempotencyKey, PreconditionFailed, StoreError } from '#clients/typescript/src/main.ts';
import type { Client, Operation, RecordChange, Write } from '#clients/typescript/src/main.ts';
import type { OperationRecord } from './operation-record.ts';
import { useClient } from './client.tsx';

export interface WriteHeaders {
  'Idempotency-Key': string;
  'If-Match'?: string;
  Prefer?: string;
}

/** Somebody else changed the record since it was shown: what was to be written, and what they did. */
export interface WriteConflict<Input> {
  mine: Input;
  theirs: readonly RecordChange[];
  /** To send as `If-Match` to write over what they did, knowingly. */
  etag: string | undefined;
}

export interface WriteState<Input, Result> {
  /** Resolves to the outcome; undefined when it was refused, which then stands in `problem` or `conflict`. */
  run: (input: Input, options?: { etag?: string | undefined }) => Promise<Result | undefined>;
  isPending: boolean;
  problem: StoreError | undefined;
  conflict: WriteConflict<Input> | undefined;
  /** Accepted, and not done yet: its progress. */
  operation: OperationRecord | undefined;
  /** Takes the refusal away. */
  clear: () => void;
}

interface WriteOptions<Result> {
  /** The beginnings of the query keys that are out of date once it is done. */
  touches?: readonly QueryKey[];
  /** Told of every success: a deletion's outcome is undefined. */
  done?: (result: Result) => void;
}

interface Shown<Input> {
  isPending?: boolean;
  problem?: StoreError;
  conflict?: WriteConflict<Input>;
  operation?: OperationRecord;
}

/**
 * A write. Pressed again after its outcome stayed unknown it goes out under the same Idempotency-Key, and is done once:
 * `useWrite((client, input, headers) => ordersUpdate({ client, path, body: input, headers }), { touches: [['orders']] })`.
 */
export function useWrite<Input, Result>(
  send: (client: Client, input: Input, headers: WriteHeaders) => Write<Result>,
  { touches = [], done }: WriteOptions<Result> = {},
): WriteState<Input, Result> {
  const client = useClient();
  const queryClient = useQueryClient();
  const [shown, show] = useState<Shown<Input>>({});
  const undecided = useRef<{ wish: string; key: string } | undefined>(undefined);

  const run = async (input: Input, { etag }: { etag?: string | undefined } = {}) => {
    const wish = JSON.stringify([input, etag]);
    if (undecided.current?.wish !== wish) undecided.current = { wish, key: newIdempotencyKey() };
    const headers: WriteHeaders = {
      'Idempotency-Key': undecided.current.key,
      ...(etag === undefined ? {} : { 'If-Match': etag }),
    };
    show({ isPending: true });
    try {
      const operation = await send(client, input, headers).operation();
      const result = await follow(operation, (record) => show({ isPending: true, operation: record }));
      undecided.current = undefined;
      show({});
      done?.(result);
      return result;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (isDecided(error)) undecided.current = undefined;
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

/** Reads the progress of what was accepted and is not done; its outcome. */
export async function follow<Result>(
  operation: Operation<Result>,
  tell: (record: OperationRecord) => void,
): Promise<Result> {
  if (operation.id !== null) for await (const record of operation.progress()) tell(record);
  return operation.done();
}

function refusalShown<Input>(error: StoreError, mine: Input): Shown<Input> {
  return error instanceof PreconditionFailed
    ? { conflict: { mine, theirs: error.changes, etag: error.etag } }
    : { problem: error };
}

/** Refused for good: the next press is a new wish. After anything else it is the same one again. */
function isDecided({ status }: StoreError): boolean {
  const isOfThisTryOnly = [401, 403, 408, 429].includes(status);
  return status >= 400 && status < 500 && !isOfThisTryOnly;
}
