import type { Model, mongo } from 'mongoose';
import type { InboxRecord } from '../decide/outcome.ts';
import type { ListCursor } from '../lists/cursor.ts';
import { driverCollection } from '../../platform/mongo/driver-collection.ts';
import { fromInboxDocument, type InboxDocument } from './inbox.ts';

/** The page follows the cursor `[accepted_at, command]` in the cursor's direction; without a cursor it is the first page. */
export interface CommandPage {
  match: Readonly<Record<string, unknown>>;
  at: ListCursor | null;
  limit: number;
  isOldestFirst: boolean;
  maxTimeMs: number;
}

/** Whether a page continues towards older commands. */
export function goesDown({ at, isOldestFirst }: Pick<CommandPage, 'at' | 'isOldestFirst'>): boolean {
  return (at?.pointsToNext !== false) !== isOldestFirst;
}

/**
 * Sorts by acceptance time, then by id. The indexes contain only the time, so this function sorts the few commands of one time.
 */
export async function newestCommands(
  inbox: Pick<Model<InboxDocument>, 'collection'>,
  page: CommandPage,
): Promise<InboxRecord[]> {
  const { at, limit, match } = page;
  const descending = goesDown(page);
  const [moment, last] = at?.values ?? [];
  const from = at ? { accepted_at: descending ? { $lte: moment } : { $gte: moment } } : {};
  const isBeyond = (a: InboxDocument, b: unknown) => (descending ? a._id < String(b) : a._id > String(b));
  const inOrder = (same: readonly InboxDocument[]) =>
    same
      .filter((one) => one.accepted_at !== moment || isBeyond(one, last))
      .toSorted((a, b) => (isBeyond(a, b._id) ? 1 : -1));

  const found = driverCollection<InboxDocument>(inbox)
    .find({ $and: [match, from] } as mongo.Filter<InboxDocument>, { maxTimeMS: page.maxTimeMs })
    .sort({ accepted_at: descending ? -1 : 1 })
    .batchSize(limit + 1);
  const rows: InboxDocument[] = [];
  let same: InboxDocument[] = [];
  for await (const document of found) {
    if (document.accepted_at !== same[0]?.accepted_at) {
      rows.push(...inOrder(same));
      same = [];
      if (rows.length >= limit) break;
    }
    same.push(document);
  }
  rows.push(...inOrder(same));
  return rows.slice(0, limit).map(fromInboxDocument);
}
