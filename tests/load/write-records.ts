import type { Tables } from '#shared/decide/handler.ts';
import type { BatchStore } from '#shared/commands/run-batch.ts';
import type { Write } from '#shared/commands/batch-store.ts';

const writesAtOnce = 1000;

/** Writes records as the worker does, in transactions of a thousand; no command keeps a record, no event tells of them. */
export async function writeRecords<T extends Tables, Needs>(
  store: Pick<BatchStore<T, Needs>, 'inTransaction'>,
  writes: readonly Write<T>[],
): Promise<void> {
  const now = new Date().toISOString();
  for (let from = 0; from < writes.length; from += writesAtOnce) {
    const part = writes.slice(from, from + writesAtOnce);
    const work = { results: [], writes: part, inbox: [], unparked: [], events: [] };
    await store.inTransaction((transaction) => transaction.write(work, now));
  }
}
