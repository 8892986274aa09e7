import { useState } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { operationsApply } from '#clients/typescript/src/main.ts';
import type { BulkOperation, Client, StoreError, Write } from '#clients/typescript/src/main.ts';
import type { OperationRecord } from './operation-record.ts';
import { useWrite } from './use-write.ts';
import type { WriteHeaders } from './use-write.ts';

export interface RehearsedWork<Wish> {
  /** What would become of each record. */
  rehearse: (wish: Wish) => Promise<void>;
  rehearsal: BulkOperation | undefined;
  isRehearsing: boolean;
  /** Does what was rehearsed, to the same records. */
  apply: () => Promise<void>;
  /** Accepted, and not done yet. */
  operation: OperationRecord | undefined;
  isApplying: boolean;
  report: BulkOperation | undefined;
  problem: StoreError | undefined;
}

/**
 * Bulk work that is rehearsed, applied as it was rehearsed, and told of. `send` asks for it with `dry_run`; what is not done
 * within a second shows its progress. `touches`: the beginnings of the query keys that are out of date once it is done.
 */
export function useRehearsedWork<Wish>(
  send: (client: Client, wish: Wish, headers: WriteHeaders) => Write<BulkOperation>,
  touches: readonly QueryKey[],
): RehearsedWork<Wish> {
  const [rehearsal, setRehearsal] = useState<BulkOperation>();
  const [report, setReport] = useState<BulkOperation>();
  const rehearsing = useWrite((client, wish: Wish, headers) =>
    send(client, wish, { ...headers, Prefer: 'wait=1' }),
  );
  const applying = useWrite(
    (client, id: string, headers) =>
      operationsApply({ client, path: { id }, body: {}, headers: { ...headers, Prefer: 'wait=1' } }),
    { touches: [...touches, ['operations']] },
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
