import { ordersBulkUpdate } from '#clients/typescript/src/main.ts';
import type { BulkOperation, OrderStatus, StoreError } from '#clients/typescript/src/main.ts';
import { useState } from 'react';
import { useWrite } from '../data/use-write.ts';
import type { OperationRecord } from '../data/operation-record.ts';

export interface BulkMove {
  ids: number[];
  to: OrderStatus;
  reason: string;
}

export interface BulkMoveState {
  /** What would become of each order. */
  rehearse: (move: BulkMove) => Promise<void>;
  rehearsal: BulkOperation | undefined;
  isRehearsing: boolean;
  apply: (move: BulkMove) => Promise<void>;
  /** Accepted, and not done yet. */
  operation: OperationRecord | undefined;
  isMoving: boolean;
  report: BulkOperation | undefined;
  problem: StoreError | undefined;
}

/** Rehearse, do, see what became of each. What is not done within a second shows its progress. */
export function useBulkMove(): BulkMoveState {
  const [rehearsal, setRehearsal] = useState<BulkOperation>();
  const [report, setReport] = useState<BulkOperation>();
  const rehearsing = useWrite((client, { ids, to, reason }: BulkMove, headers) =>
    ordersBulkUpdate({ client, body: { ...bodyOf({ ids, to, reason }), dry_run: true }, headers }),
  );
  const moving = useWrite(
    (client, move: BulkMove, headers) =>
      ordersBulkUpdate({ client, body: bodyOf(move), headers: { ...headers, Prefer: 'wait=1' } }),
    { touches: [['orders']] },
  );
  return {
    rehearse: async (move) => setRehearsal(await rehearsing.run(move)),
    rehearsal,
    isRehearsing: rehearsing.isPending,
    apply: async (move) => setReport(await moving.run(move)),
    operation: moving.operation,
    isMoving: moving.isPending,
    report,
    problem: moving.problem ?? rehearsing.problem,
  };
}

function bodyOf({ ids, to, reason }: BulkMove) {
  return { ids, status: to, ...(reason === '' ? {} : { reject_reason: reason }) };
}
