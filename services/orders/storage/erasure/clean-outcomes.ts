import { fromInboxDocument } from '#shared/commands/inbox.ts';
import type { InboxDocument } from '#shared/commands/inbox.ts';
import type { InboxRecord } from '#shared/decide/decide-batch.ts';
import {
  answeredAbout,
  commandsAboutPeople,
  erasedOutcome,
  orderAnswered,
  withoutToldValues,
} from '../../rules/erasure/erased-outcome.ts';
import type { Order } from '../../rules/tables.ts';
import { ordersById } from './erased-people.ts';
import type { CleaningStep, ErasedPeople } from './erased-people.ts';
import { nextPortion } from './next-portion.ts';

/** Takes people from the outcomes that are kept of commands: their own, and those of admins that were about them. */
export const cleanOutcomes: CleaningStep = async ({ db, decimals }, people, after) => {
  const inbox = db.collection<InboxDocument>('inbox');
  const matching = {
    $or: [{ owner: { $in: [...people.owners] } }, { type: { $in: [...commandsAboutPeople] } }],
  };
  const portion = await nextPortion(inbox, matching, after);
  if (!portion) return null;
  const kept = portion.found.map((document) => ({ document, record: fromInboxDocument(document) }));
  const named = kept.flatMap(({ record }) => [orderAnswered(record), answeredAbout(record).order]);
  const orders = await ordersById(
    { db },
    named.filter((id) => id !== null),
  );
  for (const { document, record } of kept) {
    const cleaned = cleanedRecord(record, people, { orders, decimals });
    if (JSON.stringify(cleaned) === JSON.stringify(record)) continue;
    const { expires_at } = document;
    await inbox.replaceOne({ _id: record._id }, { ...cleaned, ...(expires_at && { expires_at }) });
  }
  return portion.last;
};

function cleanedRecord(
  record: InboxRecord,
  { users, owners }: ErasedPeople,
  { orders, decimals }: { orders: ReadonlyMap<number, Order>; decimals: number },
): InboxRecord {
  const about = answeredAbout(record);
  const ofOrder = orders.get(about.order ?? 0)?.user_id;
  const isTheirs = [about.user, ofOrder].some((user) => typeof user === 'number' && users.includes(user));
  if (!owners.includes(record.owner) && !isTheirs) return withoutToldValues(record);
  return erasedOutcome(record, { order: orders.get(orderAnswered(record) ?? 0) ?? null, decimals });
}
