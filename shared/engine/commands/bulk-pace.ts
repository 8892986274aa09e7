import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession } from 'mongoose';
import type { WriteStatement } from '../../platform/mongo/write-statement.ts';
import { restInProportion } from '../../platform/process/paced-loop.ts';

/**
 * If more documents than this were written during one of our statements, other clients are writing. One checkout writes more
 * documents than this, a background job writes fewer.
 */
const fewWrites = 10;
/** For this time after their last write, other clients are assumed to be writing. */
const presentMs = 500;
/** The longest pause is 1 s, because other processes abort a transaction that is idle for 1.5 s (`abandonedAfterMs`). */
const restWhileOthersWrite = restInProportion(1.5, { mostMs: 1000 });
const operationsAtOnce = 50;

export interface BulkPace {
  /** Wraps a write statement. While other clients write, the result writes a few operations at a time and pauses after them. */
  paced: (statement: WriteStatement) => WriteStatement;
  /** While other clients write, pauses in proportion to the work since the last pause. */
  rest: () => Promise<void>;
}

/** Creates a `BulkPace` for each transaction of a worker. All of them share the time at which other clients last wrote. */
export function createBulkPaces(now: () => number = () => performance.now()) {
  let seenAt = -Infinity;
  /** Records that another client writes now. The worker calls this after it has run a client's command. */
  const othersWrite = (): void => {
    seenAt = now();
  };
  const areOthersWriting = () => now() - seenAt <= presentMs;

  /** Creates the `BulkPace` for one transaction. */
  const next = (): BulkPace => {
    let workingSince = now();
    const rest = async (): Promise<void> => {
      if (areOthersWriting()) await sleep(restWhileOthersWrite(now() - workingSince));
      workingSince = now();
    };
    const paced: BulkPace['paced'] = (statement) => async (model, operations, session) => {
      for (let written = 0; written < operations.length;) {
        const { clusterTime: from } = session;
        const end = areOthersWriting() ? written + operationsAtOnce : operations.length;
        await statement(model, operations.slice(written, end), session);
        written = end;
        if (writesBetween(from, session.clusterTime) > fewWrites) othersWrite();
        await rest();
      }
    };
    return { paced, rest };
  };
  return { othersWrite, next };
}

/**
 * Counts the documents that all clients of this database wrote between two cluster times. A transaction's writes count at its
 * commit, so the caller's own open transaction adds nothing. A cluster time consists of a second, and the number of the last
 * write in that second. If the seconds differ, only the writes in the later second are counted.
 */
function writesBetween(from: ClientSession['clusterTime'], to: ClientSession['clusterTime']): number {
  if (!from || !to) return 0;
  const [{ clusterTime: first }, { clusterTime: last }] = [from, to];
  return last.t === first.t ? last.i - first.i : last.i;
}
