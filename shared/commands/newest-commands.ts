import type { Model } from 'mongoose';
import type { InboxRecord } from '../decide/decide-batch.ts';
import type { ListCursor } from '../lists/cursor.ts';
import { operator } from '../mongo/operator.ts';
import { fromInboxDocument } from './inbox.ts';
import type { InboxDocument } from './inbox.ts';

/**
 * Commands by the moment at which they were accepted, then by id: the newest, or those beside a cursor of `[accepted_at,
 * command]` in its direction. The index has the moments alone, and few commands share one: they are put in order here.
 */
export async function newestCommands(
  inbox: Pick<Model<InboxDocument>, 'find'>,
  at: ListCursor | null,
  limit: number,
): Promise<InboxRecord[]> {
  const descending = at?.pointsToNext !== false;
  const [moment, last] = at?.values ?? [];
  const from = at ? { accepted_at: operator(descending ? { $lte: moment } : { $gte: moment }) } : {};
  const isBeyond = (a: InboxDocument, b: unknown) => (descending ? a._id < String(b) : a._id > String(b));
  const inOrder = (same: readonly InboxDocument[]) =>
    same
      .filter((one) => one.accepted_at !== moment || isBeyond(one, last))
      .toSorted((a, b) => (isBeyond(a, b._id) ? 1 : -1));

  const found = inbox.find(from).sort({ accepted_at: descending ? -1 : 1 });
  const rows: InboxDocument[] = [];
  let same: InboxDocument[] = [];
  for await (const document of found.lean<InboxDocument[]>().cursor({ batchSize: limit + 1 })) {
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
