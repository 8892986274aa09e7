import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  ordersRead,
  PreconditionFailed,
  StoreError,
  type Client,
  type RecordChange,
} from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import type { OperationRecord } from '../data/operation-record.ts';
import { follow } from '../data/use-write.ts';
import { createWriteKeys, isDecided, isNotTaken } from '../data/write-fate.ts';
import type { OrderChange, Seen } from './order-change.ts';
import { sendChange } from './send-change.ts';

/** The state of the last requested change. */
export type WritePhase =
  | { at: 'rest' | 'saved' }
  | { at: 'sent'; change: OrderChange }
  /** The store accepted the change; the outcome follows. */
  | { at: 'taken'; change: OrderChange; operation: OperationRecord }
  /** The change was not accepted, or that is unknown. The page sends it again with the same idempotency key. */
  | Kept
  | { at: 'refused'; change: OrderChange; seen: Seen; problem: StoreError }
  | { at: 'conflict'; change: OrderChange; seen: Seen; theirs: Seen; changes: readonly RecordChange[] };

interface Kept {
  at: 'kept';
  change: OrderChange;
  problem: StoreError;
  tryNow: () => void;
  /** Cancels the change. Absent once an attempt may have reached the store, because the change can no longer be withdrawn. */
  giveUp?: () => void;
}

export interface OrderWrites {
  phase: WritePhase;
  isBusy: boolean;
  /** Resolves with whether the change was made. */
  run: (change: OrderChange, seen: Seen) => Promise<boolean>;
  /** Dismisses the notice. */
  clear: () => void;
}

const retryEveryMs = 3_000;

/** Sends an order page's changes one at a time, and provides the state of the last change. */
export function useOrderWrites(order: number): OrderWrites {
  const client = useClient();
  const queryClient = useQueryClient();
  const [phase, show] = useState<WritePhase>({ at: 'rest' });
  const running = useRef(false);
  const keys = useRef(createWriteKeys());

  const run = async (change: OrderChange, seen: Seen): Promise<boolean> => {
    if (running.current) return false;
    running.current = true;
    try {
      const outcome = await untilTaken({
        client,
        order,
        change,
        seen,
        show,
        key: keys.current.of(change, seen.etag),
      });
      keys.current.forget();
      if (outcome === 'done') await queryClient.invalidateQueries({ queryKey: ['orders'] });
      show({ at: outcome === 'done' ? 'saved' : 'rest' });
      return outcome === 'done';
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (isDecided(error)) keys.current.forget();
      show(await refusal(error, { change, seen, client, order }));
      void queryClient.invalidateQueries({ queryKey: ['orders'] });
      return false;
    } finally {
      running.current = false;
    }
  };

  const isBusy = phase.at === 'sent' || phase.at === 'taken' || phase.at === 'kept';
  useLeaveWarning(isBusy);
  return { phase, isBusy, run, clear: useMemo(() => () => show({ at: 'rest' }), []) };
}

interface Sending {
  client: Client;
  order: number;
  change: OrderChange;
  seen: Seen;
  key: string;
  show: (phase: WritePhase) => void;
}

/** Retries until the store has accepted and completed the change. Rejects with the store's error response. */
async function untilTaken(sending: Sending): Promise<'done' | 'given-up'> {
  const { client, order, change, seen, key, show } = sending;
  const headers = {
    'Idempotency-Key': key,
    ...(seen.etag !== undefined && change.kind !== 'add' && { 'If-Match': seen.etag }),
  };
  let isCertain = true;
  show({ at: 'sent', change });
  for (;;) {
    try {
      const operation = await sendChange(client, order, change, headers).operation();
      await follow(operation, (record) => show({ at: 'taken', change, operation: record }));
      return 'done';
    } catch (error) {
      if (!(error instanceof StoreError) || !isNotTaken(error)) throw error;
      isCertain &&= error.code === 'unavailable';
      const wish = await pause(({ tryNow, giveUp }) =>
        show({ at: 'kept', change, problem: error, tryNow, ...(isCertain && { giveUp }) }),
      );
      if (wish === 'give-up') return 'given-up';
    }
  }
}

function pause(
  offer: (ways: { tryNow: () => void; giveUp: () => void }) => void,
): Promise<'again' | 'give-up'> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('again'), retryEveryMs);
    const end = (wish: 'again' | 'give-up') => () => {
      clearTimeout(timer);
      resolve(wish);
    };
    offer({ tryNow: end('again'), giveUp: end('give-up') });
  });
}

interface Refused {
  client: Client;
  order: number;
  change: OrderChange;
  seen: Seen;
}

/** After a 412, loads the current order, so that the page can compare the two versions. */
async function refusal(error: StoreError, refused: Refused): Promise<WritePhase> {
  const { client, order, change, seen } = refused;
  if (!(error instanceof PreconditionFailed)) {
    return { at: 'refused', change, seen, problem: error };
  }
  try {
    const { data, etag } = await ordersRead({ client, path: { order } }).withResponse();
    const theirs = { order: data, etag: etag ?? undefined };
    return { at: 'conflict', change, seen, theirs, changes: error.changes };
  } catch (reading) {
    if (!(reading instanceof StoreError)) throw reading;
    return { at: 'refused', change, seen, problem: reading };
  }
}

/** Warns before the page is closed, because closing would lose an unfinished change. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
