import mongoose, { type mongo } from 'mongoose';
import type { SortKey } from '../contracts/schema-kit/list-query.ts';
import { driverDatabase } from '../mongo/connect.ts';
import { isServerFault } from '../mongo/faults.ts';
import type { TakeTurn } from './turns.ts';

const { BSON } = mongoose.mongo;

/** The documents of a collection that match a filter, in one sort order. */
export interface WholeList {
  database: Parameters<typeof driverDatabase>[0];
  collection: string;
  filter: Readonly<Record<string, unknown>>;
  order: readonly SortKey[];
  hint: Readonly<Record<string, 1>> | undefined;
}

/** A record may have 16 MB, and a slow client may hold a batch for long, so the bytes of a batch are limited. */
export const batchBytes = 128 * 1024;
export const batchRows = 100;
const firstRows = 2;
/** The bytes that one turn reads and renders while all other turns wait. */
export const turnBytes = 64 * 1024;

/**
 * Each row as stored. Nothing is read before it is needed; leaving the loop closes the database's cursor.
 * Aborting `left` also ends a query whose next rows take long: the loop then throws.
 */
export async function* storedRows<D>(
  list: WholeList,
  turn: TakeTurn,
  left: AbortSignal = new AbortController().signal,
): AsyncGenerator<D, void> {
  await turn.first();
  for await (const batch of batchesOf(list, left)) {
    let left = 0;
    for (const row of batch) {
      if (left <= 0) {
        await turn.next();
        left = turnBytes;
      }
      left -= row.length;
      yield BSON.deserialize(row) as D;
    }
  }
}

/** As many rows as fit if all were as large as the largest of the last batch. */
export function nextBatchRows(last: readonly Uint8Array[]): number {
  const largest = last.reduce((most, { length }) => Math.max(most, length), 1);
  return Math.min(Math.max(Math.floor(batchBytes / largest), 1), batchRows);
}

async function* batchesOf(list: WholeList, left: AbortSignal): AsyncGenerator<Uint8Array[], void> {
  left.throwIfAborted();
  const { client } = driverDatabase(list.database);
  // A query without a response yet has no cursor to close, so its session is killed.
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

/** Opens the cursor with its first rows, which show how large rows are. Retries once on a failing server, as the driver does for other reads. */
async function openCursor(
  list: WholeList,
  session: mongo.ClientSession,
  left: AbortSignal,
): Promise<mongo.RunCommandCursor> {
  try {
    return await opened(list, session);
  } catch (error) {
    if (!isServerFault(error) || left.aborted) throw error;
    return opened(list, session);
  }
}

async function opened(
  { database, collection, filter, order, hint }: WholeList,
  session: mongo.ClientSession,
): Promise<mongo.RunCommandCursor> {
  // Use a raw command, because the driver's `find` cursor cannot change its batch size.
  const find = {
    find: collection,
    filter,
    sort: Object.fromEntries(order.map(({ field, descending }) => [field, descending ? -1 : 1])),
    ...(hint && { hint }),
    batchSize: firstRows,
    readConcern: { level: 'majority' },
  };
  const cursor = driverDatabase(database).runCursorCommand(find, { raw: true, session });
  await cursor.hasNext();
  return cursor;
}
