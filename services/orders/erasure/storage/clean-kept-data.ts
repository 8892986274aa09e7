import type { mongo } from 'mongoose';
import { idOfRow, recordOfRow, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { fromInboxDocument, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import {
  eventLogCollection,
  isReadableEntry,
  type LogEntry,
  type LoggedEvent,
} from '#shared/engine/events/event-log.ts';
import {
  chunksOfOperation,
  finalStatuses,
  type BulkChunk,
  type BulkError,
  type BulkOperation,
  type BulkPreview,
} from '#shared/engine/decide/bulk-operation.ts';
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
import { erasedRow } from '../erased-row.ts';
import { ordersById, sentWith, type CleaningStep, type ErasedPeople, nextPortion } from './erased-people.ts';
import { rowOfPassing } from './clean-ledger.ts';

/**
 * Removes data about erased people from the stored outcomes, which retries of commands get: the outcomes of these people's own
 * commands, and of admins' commands about them.
 */
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
    db,
    named.filter((id) => id !== null),
  );
  const views = await viewsOf(
    db,
    kept.filter(({ record }) => record.type === savingViews).map(({ record }) => record.owner),
  );
  for (const { document, record } of kept) {
    const cleaned = cleanedRecord(record, people, { orders, views, decimals });
    if (JSON.stringify(cleaned) === JSON.stringify(record)) continue;
    const { expires_at } = document;
    await inbox.replaceOne({ _id: record._id }, { ...cleaned, ...(expires_at && { expires_at }) });
  }
  return portion.last;
};

function cleanedRecord(
  record: InboxRecord,
  people: ErasedPeople,
  known: { orders: ReadonlyMap<number, Order>; views: ReadonlyMap<string, SavedViews>; decimals: number },
): InboxRecord {
  const { orders, views, decimals } = known;
  const { users, haveSent } = people;
  if (record.type === savingViews) return outcomeOfViews(record, views.get(record.owner));
  const about = answeredAbout(record);
  const named = about.user !== null && users.includes(about.user) ? about.user : null;
  const user = named ?? personOf(about.order ?? 0, orders, people);
  if (user === null && !haveSent(sentWith(record)))
    return commandsAboutPeople.includes(record.type) ? withoutPersonalValues(record) : record;
  const answered = orders.get(orderAnswered(record) ?? 0) ?? null;
  return erasedOutcome(record, { order: answered, user, decimals });
}

/** The erased person to whom an order belongs, or belonged until it was deleted or passed to another customer. Null: none. */
function personOf(
  order: number,
  orders: ReadonlyMap<number, Order>,
  { erasures, users }: ErasedPeople,
): number | null {
  const owner = orders.get(order)?.user_id;
  if (owner !== undefined && users.includes(owner)) return owner;
  return erasures.find(({ given_orders: given = [] }) => given.includes(order))?._id ?? null;
}

async function viewsOf(db: mongo.Db, owners: readonly string[]): Promise<Map<string, SavedViews>> {
  const subjects = new Map(owners.map((owner) => [owner.slice(owner.indexOf(':') + 1), owner]));
  const found = await db
    .collection<SavedViews>('saved_views')
    .find({ _id: { $in: [...subjects.keys()] } })
    .toArray();
  return new Map(found.map((own) => [subjects.get(own._id) ?? '', own]));
}

/**
 * Replaces the subject of a shopper's token with the user's id. Events about stock have no user id, so they lose every shopper's
 * subject, which only releases before 1.0.0 wrote. No other text in events is about people.
 */
export const cleanEvents: CleaningStep = async ({ db }, people, after) => {
  const { users } = people;
  const log = db.collection<LogEntry>(eventLogCollection);
  // The erasure does not list addresses that the person had earlier, so all events about addresses are read.
  const matching = {
    $or: [
      { owners: { $in: [...users] } },
      { 'events.subject': { $in: users.map((user) => `users/${user}`) } },
      { 'events.type': { $regex: '^orders\\.(address|stock)\\.' } },
    ],
  };
  const portion = await nextPortion(log, matching, after);
  // The runbook says what to do about entries that cannot be read.
  for (const { _id, events } of portion?.found.filter(isReadableEntry) ?? []) {
    const cleaned = events.map((event) => cleanedEvent(event, people));
    const changes = cleaned.flatMap((event, index) =>
      event === events[index] ? [] : [[`events.${index}.json`, event.json] as const],
    );
    if (changes.length > 0) await log.updateOne({ _id }, { $set: Object.fromEntries(changes) });
  }
  return portion?.last ?? null;
};

interface EventBody {
  data?: { id?: number; user_id?: number; by?: { area: string; subject: string } | null };
}

function cleanedEvent(event: LoggedEvent, { users }: ErasedPeople): LoggedEvent {
  // Spares the work of parsing most events.
  if (!event.json.includes('"area":"client"')) return event;
  const body = JSON.parse(event.json) as EventBody;
  const { data } = body;
  if (data?.by?.area !== 'client') return event;
  const user = event.subject.startsWith('users/') ? data.id : data.user_id;
  const isTheirs = user !== undefined && users.includes(user) && data.by.subject !== String(user);
  if (isTheirs) data.by.subject = String(user);
  else if (event.subject.startsWith('inventory/')) data.by = null;
  else return event;
  return { ...event, json: JSON.stringify(body) };
}

export const cleanRehearsals: CleaningStep = async ({ db }, people, after) => {
  const { users } = people;
  const previews = db.collection<BulkPreview>('bulk_previews');
  const portion = await nextPortion(previews, {}, after);
  for (const { _id, rows } of portion?.found ?? []) {
    const orders = await ordersById(db, rows.map(idOfRow));
    const cleaned: LedgerRow[] = [];
    for (const row of rows) {
      const last = (row.last as unknown as Pick<Order, 'user_id'> | undefined)?.user_id;
      const isLast = last !== undefined && users.includes(last);
      const user = isLast ? last : personOf(idOfRow(row), orders, people);
      const passing = user === null ? null : await rowOfPassing(db, recordOfRow(row).subject, row._id);
      cleaned.push(user === null ? row : erasedRow(row, user, passing?.at));
    }
    if (JSON.stringify(cleaned) !== JSON.stringify(rows))
      await previews.updateOne({ _id }, { $set: { rows: cleaned } });
  }
  return portion?.last ?? null;
};

/** Replaces the reason of bulk work that changed an order of an erased person. */
const erasedReason = '—';

/**
 * Cleans bulk work on an order that belongs or belonged to an erased person. Removes its reason. A rehearsal can then no longer be
 * applied, because it would write the replacement to orders of others. Errors of an undo contain the author of a later change. A
 * shopper is removed from these errors, because the subject of a shopper's token may be a name.
 */
export const cleanBulkWork: CleaningStep = async ({ db }, people, after) => {
  const bulk = db.collection<BulkOperation>('bulk_operations');
  const bulkChunks = db.collection<BulkChunk>('bulk_chunks');
  const matching = {
    status: { $in: [...finalStatuses] },
    $or: [
      { 'asked.reject_reason': { $type: 'string', $ne: erasedReason } },
      { undoes: { $exists: true }, errors_total: { $gt: 0 } },
    ],
  };
  const portion = await nextPortion(bulk, matching, after);
  for (const { _id, asked, errors, undoes } of portion?.found ?? []) {
    const theirs = new Set<number>();
    for await (const chunk of bulkChunks.find({ _id: chunksOfOperation(_id) })) {
      const orders = await ordersById(db, chunk.ids);
      const own = new Set(chunk.ids.filter((id) => personOf(id, orders, people) !== null));
      if (own.size === 0) continue;
      await bulkChunks.updateOne({ _id: chunk._id }, { $set: { errors: unnamed(chunk.errors, own) } });
      for (const id of own) theirs.add(id);
    }
    if (theirs.size === 0) continue;
    const reason = typeof asked['reject_reason'] === 'string' && { 'asked.reject_reason': erasedReason };
    // An undo writes no reason, so its rehearsal can still be applied.
    const mark = reason && undoes === undefined && { text_erased: true as const };
    await bulk.updateOne({ _id }, { $set: { errors: unnamed(errors, theirs), ...reason, ...mark } });
  }
  return portion?.last ?? null;
};

function unnamed(errors: readonly BulkError[], theirs: ReadonlySet<number>): BulkError[] {
  return errors.map((error) => {
    const { by, ...params } = error.params ?? {};
    return theirs.has(error.id) && by?.startsWith('client:') === true ? { ...error, params } : error;
  });
}
