import mongoose, { type mongo } from 'mongoose';
import type { SortKey } from '../../contracts/kit/list-query.ts';
import { driverDatabase } from '../../platform/mongo/connect.ts';
import { isServerFault } from '../../platform/mongo/faults.ts';
import { detail, retryLater, type Problem } from '../../contracts/errors.ts';
import { restInProportion } from '../../platform/process/paced-loop.ts';
import { createSlots } from '../../platform/process/slots.ts';

/**
 * Long responses, such as exports, take turns: one turn in each round of the event loop. A short response thus waits for at most
 * one turn. If several long responses run, all together use a third of the time.
 */
export interface TakeTurn {
  /** Waits for this response's first turn. Throws `unavailable` (503) if other responses take all turns for some seconds. */
  first: () => Promise<void>;
  next: () => Promise<void>;
}

const restWhileOthersWait = restInProportion(2);

export function createTurns(now: () => number = () => performance.now(), patienceMs = 5000): TakeTurn {
  const slots = createSlots({ size: 1, refuse: tooManyLists });

  const take = async (longestWaitMs?: number): Promise<void> => {
    const { held, leave } = slots.enter('', longestWaitMs);
    await held;
    const startedAt = now();
    // `waiting` counts only other responses, because this response requests its next turn only after the present one.
    const othersWait = slots.waiting > 0;
    // Releases the slot in the next round of the event loop, after the work that this turn started.
    setImmediate(() => {
      if (othersWait) setTimeout(leave, restWhileOthersWait(now() - startedAt));
      else leave();
    });
  };

  return { first: () => take(patienceMs), next: () => take() };
}

function tooManyLists(): Problem {
  return retryLater('unavailable', detail('too_many_lists'), { part: 'reads' }, 5);
}

const { BSON } = mongoose.mongo;

interface WholeList {
  database: Parameters<typeof driverDatabase>[0];
  collection: string;
  filter: Readonly<Record<string, unknown>>;
  order: readonly SortKey[];
  hint: Readonly<Record<string, 1>> | undefined;
}

/** The limit of a batch in bytes. A record may have 16 MB, and a slow client may keep a batch in memory for long. */
export const batchBytes = 128 * 1024;
export const batchRows = 100;
const firstRows = 2;
/** After this many bytes of rows, a long response lets other requests and other long responses continue. */
const turnBytes = 64 * 1024;

/** Reads batches on demand. Leaving the loop closes the cursor. Aborting `left` ends a running query, and the loop throws. */
export async function* storedRows<D>(
  list: WholeList,
  turn: TakeTurn,
  left: AbortSignal = new AbortController().signal,
): AsyncGenerator<D, void> {
  await turn.first();
  for await (const batch of batchesOf(list, left)) {
    let bytesLeft = 0;
    for (const row of batch) {
      if (bytesLeft <= 0) {
        await turn.next();
        bytesLeft = turnBytes;
      }
      bytesLeft -= row.length;
      yield BSON.deserialize(row) as D;
    }
  }
}

/** The number of rows that fit into a batch if each is as large as the last batch's largest row. */
export function nextBatchRows(last: readonly Uint8Array[]): number {
  const largest = last.reduce((most, { length }) => Math.max(most, length), 1);
  return Math.min(Math.max(Math.floor(batchBytes / largest), 1), batchRows);
}

async function* batchesOf(list: WholeList, left: AbortSignal): AsyncGenerator<Uint8Array[], void> {
  left.throwIfAborted();
  const { client } = driverDatabase(list.database);
  // A query that has not responded yet has no cursor to close. To stop such a query, its session must be killed.
  const session = client.startSession();
  const end = () => {
    client
      .db('admin')
      .command({ killSessions: [session.id] })
      .catch(() => undefined);
  };
  left.addEventListener('abort', end, { once: true });
  try {
    const cursor = await openCursor(list, session, left);
    try {
      while (await cursor.hasNext()) {
        const batch = cursor.readBufferedDocuments() as unknown as Uint8Array[];
        cursor.setBatchSize(nextBatchRows(batch));
        yield batch;
      }
    } finally {
      await cursor.close();
    }
  } finally {
    left.removeEventListener('abort', end);
    await session.endSession();
  }
}

/** A small first batch shows how large rows are. If the server fails, retries once, as the driver does for other reads. */
async function openCursor(
  { database, collection, filter, order, hint }: WholeList,
  session: mongo.ClientSession,
  left: AbortSignal,
): Promise<mongo.RunCommandCursor> {
  // This is a raw command, because the driver's `find` cursor cannot change its batch size.
  const find = {
    find: collection,
    filter,
    sort: Object.fromEntries(order.map(({ field, descending }) => [field, descending ? -1 : 1])),
    ...(hint && { hint }),
    batchSize: firstRows,
    readConcern: { level: 'majority' },
  };
  const open = async () => {
    const cursor = driverDatabase(database).runCursorCommand(find, { raw: true, session });
    await cursor.hasNext();
    return cursor;
  };
  try {
    return await open();
  } catch (error) {
    if (!isServerFault(error) || left.aborted) throw error;
    return open();
  }
}
