import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession } from 'mongoose';
import type { WriteStatement } from '../mongo/write-statement.ts';
import { restInProportion } from '../process/paced-loop.ts';

/** A checkout writes more documents than this in one transaction; background jobs write fewer. */
const fewWrites = 10;
/** How long after their last write others count as active. */
const presentMs = 500;
/** The longest rest is shorter than the idle time after which other processes end a transaction. */
const restWhileOthersWrite = restInProportion(1.5, { mostMs: 1000 });
const operationsAtOnce = 50;

/** Lets the bulk work of one transaction give way to shoppers and staff, who write to the same database. */
export interface BulkPace {
  /**
   * Writes by this statement and takes note of other writers. While they write, it writes a few operations at a time and
   * rests after each slice, so that they wait only briefly.
   */
  paced: (statement: WriteStatement) => WriteStatement;
  /** While others write, waits in proportion to the work since the last rest, so that they have the database for most of the time. */
  rest: () => Promise<void>;
}

/** The paces of all transactions of a worker share what they know about others. */
interface BulkPaces {
  /** Call it when this worker has run a caller's command. */
  othersWrite: () => void;
  next: () => BulkPace;
}

export function createBulkPaces(now: () => number = () => performance.now()): BulkPaces {
  let seenAt = -Infinity;
  const othersWrite = (): void => {
    seenAt = now();
  };
  const areOthersWriting = () => now() - seenAt <= presentMs;

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
 * The number of documents written between two moments by all clients of this database; a transaction counts when it commits,
 * so its own writes do not count before. A cluster time is a second and the number of the last write in it. If the moments
 * are in different seconds, only the writes in the later second are counted.
 */
function writesBetween(from: ClientSession['clusterTime'], to: ClientSession['clusterTime']): number {
  if (!from || !to) return 0;
  const [{ clusterTime: first }, { clusterTime: last }] = [from, to];
  return last.t === first.t ? last.i - first.i : last.i;
}
