import type { mongo } from 'mongoose';
import type { LedgerDocument } from '#shared/engine/commands/ledger/ledger-model.ts';
import { rowsOfRecord } from '#shared/engine/decide/ledger-row.ts';
import { fromInboxDocument, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import {
  answeredAbout,
  commandsAboutPeople,
  erasedOutcome,
  orderAnswered,
  outcomeOfViews,
  savingViews,
  withoutPersonalValues,
} from '../erased-outcome.ts';
import type { Order, SavedViews } from '../../records/tables.ts';
import { ordersById, type CleaningStep, type ErasedPeople } from './erased-people.ts';
import { nextPortion } from './next-portion.ts';

/** Removes data about people from stored outcomes: those of their own commands, and those of admins' commands about them. */
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
  const gone = await formerOrders(
    db,
    people,
    named.filter((id) => id !== null && !orders.has(id)) as number[],
  );
  const views = await viewsOf(
    db,
    kept.filter(({ record }) => record.type === savingViews).map(({ record }) => record.owner),
  );
  for (const { document, record } of kept) {
    const cleaned = cleanedRecord(record, people, { orders, gone, views, decimals });
    if (JSON.stringify(cleaned) === JSON.stringify(record)) continue;
    const { expires_at } = document;
    await inbox.replaceOne({ _id: record._id }, { ...cleaned, ...(expires_at && { expires_at }) });
  }
  return portion.last;
};

function cleanedRecord(
  record: InboxRecord,
  { erasures, users, owners }: ErasedPeople,
  known: {
    orders: ReadonlyMap<number, Order>;
    gone: ReadonlySet<number>;
    views: ReadonlyMap<string, SavedViews>;
    decimals: number;
  },
): InboxRecord {
  const { orders, gone, views, decimals } = known;
  if (record.type === savingViews) return outcomeOfViews(record, views.get(record.owner));
  const about = answeredAbout(record);
  const ofOrder = orders.get(about.order ?? 0)?.user_id;
  const order = about.order ?? 0;
  const giver = erasures.find(({ given_orders: given = [] }) => given.includes(order))?._id;
  const user =
    [about.user, ofOrder, giver].find((id) => typeof id === 'number' && users.includes(id)) ?? null;
  const isTheirs = owners.includes(record.owner) || user !== null || gone.has(order);
  if (!isTheirs) return withoutPersonalValues(record);
  const answered = orders.get(orderAnswered(record) ?? 0) ?? null;
  return erasedOutcome(record, { order: answered, user, decimals });
}

async function viewsOf(db: mongo.Db, owners: readonly string[]): Promise<Map<string, SavedViews>> {
  const subjects = new Map(owners.map((owner) => [owner.slice(owner.indexOf(':') + 1), owner]));
  const found = await db
    .collection<SavedViews>('saved_views')
    .find({ _id: { $in: [...subjects.keys()] } })
    .toArray();
  return new Map(found.map((own) => [subjects.get(own._id) ?? '', own]));
}

/** Returns the ids of those deleted orders that belonged to these people. */
async function formerOrders(
  db: mongo.Db,
  { users }: ErasedPeople,
  ids: readonly number[],
): Promise<Set<number>> {
  const theirs = new Set<number>();
  for (const id of new Set(ids)) {
    const last = { _id: rowsOfRecord(`orders/${id}`), 'last.user_id': { $in: [...users] } };
    if (await db.collection<LedgerDocument>('ledger').findOne(last, { projection: { _id: 1 } }))
      theirs.add(id);
  }
  return theirs;
}
