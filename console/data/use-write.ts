import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  PreconditionFailed,
  StoreError,
  Unauthenticated,
  type Client,
  type RecordChange,
  type Write,
} from '#clients/typescript/src/main.ts';
import { useClient } from './client.tsx';
import type { OperationRecord } from './use-operation.ts';
import { createWriteKeys, isDecided, isNotTaken, type WriteKeys } from './write-fate.ts';

interface WriteHeaders {
  'Idempotency-Key': string;
  'If-Match'?: string;
  Prefer?: string;
}

/** Another user changed the record since it was shown. `mine` is my unsent write; `theirs` are the other user's changes. */
export interface WriteConflict<Input, Current = unknown> {
  mine: Input;
  theirs: readonly RecordChange[];
  /** The `If-Match` value with which my write overwrites the other user's changes. */
  etag: string | undefined;
  /** The record as it is now, for a write with the option `current`. */
  current?: Current;
}

/**
 * A write that the page sends again with the same idempotency key. The store did not accept the write, or it
 * is unknown whether the store did.
 */
export interface KeptWrite {
  problem: StoreError;
  tryNow: () => void;
  /**
   * Cancels the write. Absent once an attempt may have reached the store, because the write can then no longer be withdrawn.
   */
  giveUp?: () => void;
  /** `giveUp` was called during an attempt. The write is cancelled if the store does not accept this attempt. */
  isGivingUp?: boolean;
}

/** The options of the SDK's functions for writes, besides a request's path and body. */
export interface SendOptions {
  client: Client;
  headers: WriteHeaders;
}

/** `Prefer`, such as `wait=2`, says how many seconds the store may wait for the outcome before it responds with 202. */
export function preferring(options: SendOptions, Prefer: string): SendOptions {
  return { ...options, headers: { ...options.headers, Prefer } };
}

interface Shown<Input, Current> {
  /**
   * `rest`: no write has begun, or the last write was cleared or cancelled. `sent`: the request has no response yet.
   * `taken`: the store accepted the write, and the outcome follows. `kept`: the page will send the write again.
   */
  step: 'rest' | 'sent' | 'taken' | 'kept' | 'refused' | 'conflict' | 'done';
  problem?: StoreError | undefined;
  conflict?: WriteConflict<Input, Current> | undefined;
  /** The operation of a write that the store has accepted but not finished. */
  operation?: OperationRecord | undefined;
  kept?: KeptWrite | undefined;
  /**
   * Whether the store accepted the write, but the session ended before the outcome was known. After the sign-in, `run` with the
   * same input resolves with the outcome.
   */
  isAccepted?: boolean;
}

export interface WriteState<Input, Result, Current = unknown> extends Shown<Input, Current> {
  /**
   * Resolves with the outcome, which is null for a deletion, or with undefined if the write was not made.
   * After a rejection, `problem` or `conflict` is set.
   */
  run: (input: Input, options?: { etag?: string | undefined }) => Promise<Result | undefined>;
  isPending: boolean;
  clear: () => void;
}

interface WriteOptions<Result, Current> {
  /** Prefixes of the query keys to refetch after the write. */
  touches?: readonly QueryKey[];
  /** Called after success, even if the user has left the component that began the write. */
  done?: (result: Result) => void;
  /** Called when the write fails after its component was unmounted. The component can then no longer show `problem`. */
  failedUnseen?: (problem: StoreError) => void;
  /** Keeps a successful write pending until `touches` are refetched. */
  waits?: boolean;
  current?: (client: Client) => Promise<Current>;
  /** Sends the write again every few seconds until the store has accepted it. */
  isKept?: boolean;
  /**
   * Idempotency keys that outlive the component (`storedWriteKeys`). If a user leaves the page during the write, opens it again
   * and sends the same input, the write still runs once.
   */
  keys?: WriteKeys;
}

/**
 * Runs a write. A retry after an unknown outcome sends the same Idempotency-Key, so that the write runs once. Example:
 * `useWrite((input, options) => adminOrdersUpdate({ ...options, path, body: input }), { touches: [['orders']] })`.
 */
export function useWrite<Input, Result, Current = unknown>(
  send: (input: Input, options: SendOptions) => Write<Result> | Promise<Result>,
  {
    touches = [],
    done,
    failedUnseen,
    waits = false,
    current,
    isKept = false,
    keys: sharedKeys,
  }: WriteOptions<Result, Current> = {},
): WriteState<Input, Result, Current> {
  const client = useClient();
  const queryClient = useQueryClient();
  const [shown, show] = useState<Shown<Input, Current>>({ step: 'rest' });
  const [ownKeys] = useState(createWriteKeys);
  const keys = sharedKeys ?? ownKeys;
  const isMounted = useIsMounted();
  const isTaken = useRef(false);

  const attempt = async (input: Input, headers: WriteHeaders): Promise<Result> => {
    isTaken.current = false;
    const sent = send(input, { client, headers });
    if (!('operation' in sent)) return sent;
    const operation = await sent.operation();
    isTaken.current = operation.id !== null;
    if (operation.id !== null)
      for await (const record of operation.progress()) show({ step: 'taken', operation: record });
    return operation.done();
  };
  const untilTaken = async (input: Input, headers: WriteHeaders): Promise<Result | typeof givenUp> => {
    let mayGiveUp = true;
    const choice = createChoice();
    for (;;) {
      try {
        return await attempt(input, headers);
      } catch (error) {
        if (!isKept || !(error instanceof StoreError) || !isNotTaken(error)) throw error;
        mayGiveUp &&= error.code === 'unavailable';
        const kept: KeptWrite = { problem: error, tryNow: () => choice.make('again') };
        const giveUp = () => {
          show({ step: 'kept', kept: { ...kept, giveUp, isGivingUp: true } });
          choice.make(givenUp);
        };
        show({ step: 'kept', kept: { ...kept, ...(mayGiveUp && { giveUp }) } });
        if ((await choice.made()) === givenUp && mayGiveUp) return givenUp;
      }
    }
  };
  const refusal = async (error: StoreError, mine: Input): Promise<Shown<Input, Current>> => {
    if (!(error instanceof PreconditionFailed)) return { step: 'refused', problem: error };
    const conflict = { mine, theirs: error.changes, etag: error.etag };
    if (current === undefined) return { step: 'conflict', conflict };
    try {
      return { step: 'conflict', conflict: { ...conflict, current: await current(client) } };
    } catch (reading) {
      if (!(reading instanceof StoreError)) throw reading;
      return { step: 'refused', problem: reading };
    }
  };
  const refetch = async () => {
    await Promise.all(touches.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  };
  const run = async (input: Input, { etag }: { etag?: string | undefined } = {}) => {
    const headers: WriteHeaders = {
      'Idempotency-Key': keys.of(input, etag),
      ...(etag !== undefined && { 'If-Match': etag }),
    };
    let isRefetched = false;
    show({ step: 'sent' });
    try {
      const result = await untilTaken(input, headers);
      keys.forget(input, etag);
      if (result === givenUp) {
        show({ step: 'rest' });
        return undefined;
      }
      if (waits) await refetch();
      isRefetched = waits;
      show({ step: 'done' });
      done?.(result);
      return (result ?? null) as Result;
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (isDecided(error)) keys.forget(input, etag);
      const isAccepted = isTaken.current && error instanceof Unauthenticated;
      if (!isMounted() && !isAccepted) failedUnseen?.(error);
      show({ ...(await refusal(error, input)), isAccepted });
      return undefined;
    } finally {
      if (!isRefetched) void refetch();
    }
  };

  return {
    ...shown,
    run,
    isPending: shown.step === 'sent' || shown.step === 'taken' || shown.step === 'kept',
    clear: () => show({ step: 'rest' }),
  };
}

export function useIsMounted(): () => boolean {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return () => isMounted.current;
}

const givenUp = Symbol('given up');
const retryEveryMs = 3_000;
type Choice = 'again' | typeof givenUp;

/** The user's choice for a kept write. A choice that the user makes during an attempt counts after the attempt has failed. */
function createChoice(): { make: (choice: Choice) => void; made: () => Promise<Choice> } {
  let chosen: Choice | undefined;
  let wake: (() => void) | undefined;
  return {
    make: (choice) => {
      chosen = choice;
      wake?.();
    },
    made: async () => {
      if (chosen === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, retryEveryMs);
        });
      const choice = chosen ?? 'again';
      chosen = undefined;
      return choice;
    },
  };
}
