import { useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import {
  adminOperationsApply,
  type BulkOperation,
  type StoreError,
  type Write,
} from '#clients/typescript/src/main.ts';
import type { OperationRecord } from './use-operation.ts';
import { preferring, useWrite, type SendOptions } from './use-write.ts';

export interface RehearsedWork<Wish> {
  rehearse: (wish: Wish) => Promise<void>;
  rehearsal: BulkOperation | undefined;
  isRehearsing: boolean;
  apply: () => Promise<void>;
  /** The operation of a request that the store has accepted but not finished. */
  operation: OperationRecord | undefined;
  isApplying: boolean;
  report: BulkOperation | undefined;
  problem: StoreError | undefined;
}

/**
 * Rehearses bulk work (a dry run), then applies exactly the rehearsed changes. `send` sends the request with `dry_run`. Work that
 * takes more than a second shows its progress. Afterwards, the queries whose keys begin with one of `touches` are refetched.
 * `failedUnseen` is called if the changes cannot be applied and the dialog was closed meanwhile.
 */
export function useRehearsedWork<Wish>(
  send: (wish: Wish, options: SendOptions) => Write<BulkOperation>,
  touches: readonly QueryKey[],
  failedUnseen: (problem: StoreError) => void,
): RehearsedWork<Wish> {
  const [rehearsal, setRehearsal] = useState<BulkOperation>();
  const [report, setReport] = useState<BulkOperation>();
  const rehearsing = useWrite((wish: Wish, options) => send(wish, preferring(options, 'wait=1')));
  const applying = useWrite(
    (id: string, options) =>
      adminOperationsApply({ ...preferring(options, 'wait=1'), path: { id }, body: {} }),
    { touches: [...touches, ['operations']], failedUnseen },
  );
  return {
    rehearse: async (wish) => setRehearsal(await rehearsing.run(wish)),
    rehearsal,
    isRehearsing: rehearsing.isPending,
    apply: async () => {
      if (rehearsal !== undefined) setReport(await applying.run(rehearsal.id));
    },
    operation: applying.operation ?? rehearsing.operation,
    isApplying: applying.isPending,
    report,
    problem: applying.problem ?? rehearsing.problem,
  };
}
