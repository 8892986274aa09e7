import type { mongo } from 'mongoose';
import { fromInboxDocument, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import type { LedgerDocument } from '#shared/engine/commands/ledger/ledger-model.ts';
import type {
  exportedOperationSchema,
  exportedReasonSchema,
} from '#shared/contracts/endpoints/user-export.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import {
  chunksOfOperation,
  type BulkChunk,
  type BulkOperation,
} from '#shared/engine/decide/bulk-operation.ts';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import { type LedgerRow, recordOfRow } from '#shared/engine/decide/ledger-row.ts';
import { hasSent, ownersOf, type Sender } from '../../customers/sender.ts';
import type { Order } from '../../records/tables.ts';
import { recordsLost, rowOfPassing } from './clean-ledger.ts';
import { nextPortion, sentWith } from './erased-people.ts';

// No index serves the queries of this file, so its functions read each collection in portions.

/** Yields the subjects of orders and addresses that belonged to the user at some time: `orders/12`. */
export async function* formerSubjects(db: mongo.Db, user: number): AsyncGenerator<string[]> {
  const ledger = db.collection<LedgerDocument>('ledger');
  const known = new Set<string>();
  for await (const rows of portionsOf(ledger, recordsLost([user]))) {
    // An export shows the payments and returns of an order together with the order.
    const subjects = rows.map((row) => recordOfRow(row).subject);
    const own = subjects.filter((subject) => /^(orders|addresses)\//.test(subject));
    const found = new Set(own).difference(known);
    for (const subject of found) known.add(subject);
    yield [...found];
  }
}

type ExportedOperation = Shown<typeof exportedOperationSchema>;

export async function* operationsOf(db: mongo.Db, sender: Sender): AsyncGenerator<ExportedOperation[]> {
  const inbox = db.collection<InboxDocument>('inbox');
  for await (const documents of portionsOf(inbox, { owner: { $in: ownersOf(sender) } })) {
    const records = documents.map(fromInboxDocument);
    yield records.filter((record) => hasSent(sender, sentWith(record))).map(exportedOperation);
  }
}

function exportedOperation({ _id: id, type, state, outcome, ...record }: InboxRecord): ExportedOperation {
  const { accepted_at: created_at, decided_at: finished_at } = record;
  const done = 'problem' in outcome ? 'failed' : 'succeeded';
  const answer =
    'problem' in outcome
      ? { ...outcome.problem, coded: undefined }
      : (JSON.parse(outcome.body ?? 'null') as unknown);
  return { id, type, status: state === 'done' ? done : state, created_at, finished_at, answer };
}

type ExportedReason = Shown<typeof exportedReasonSchema>;

/**
 * The reasons of bulk work that changed the status of orders while they belonged to this user. `lost`: the orders that no
 * longer belong to the user, each with the ledger row in which it was deleted or passed to another customer.
 */
export async function* reasonsGiven(
  db: mongo.Db,
  user: number,
  lost: ReadonlyMap<number, Pick<LedgerRow, '_id' | 'at'>>,
): AsyncGenerator<ExportedReason[]> {
  const bulk = db.collection<BulkOperation>('bulk_operations');
  for await (const operations of portionsOf(bulk, { 'asked.reject_reason': { $type: 'string' } })) {
    const found: ExportedReason[] = [];
    for (const { _id: id, dry_run, asked, created_at } of operations) {
      const chunks = db.collection<BulkChunk>('bulk_chunks').find({ _id: chunksOfOperation(id) });
      const orders: number[] = [];
      for await (const { ids } of chunks) orders.push(...(await ordersThen(ids, created_at)));
      const reason = String(asked['reject_reason']);
      if (orders.length > 0) found.push({ id, dry_run, reason, orders });
    }
    yield found;
  }

  async function ordersThen(ids: readonly number[], at: string): Promise<number[]> {
    const own = db.collection<Order>('orders').find({ _id: { $in: [...ids] }, user_id: user });
    const living = (await own.project<{ _id: number }>({ _id: 1 }).toArray()).map(({ _id }) => _id);
    const theirs: number[] = [];
    for (const id of new Set([...living, ...ids.filter((one) => lost.has(one))])) {
      const end = lost.get(id);
      const start = await rowOfPassing(db, `orders/${id}`, end?._id);
      if ((start?.at ?? '') <= at && (!end || at < end.at)) theirs.push(id);
    }
    return theirs;
  }
}

async function* portionsOf<D extends { _id: string }>(
  collection: mongo.Collection<D>,
  matching: object,
): AsyncGenerator<D[]> {
  for (let after: string | null = null; ;) {
    const portion: { found: D[]; last: unknown } | null = await nextPortion(collection, matching, after);
    if (!portion) return;
    yield portion.found;
    after = String(portion.last);
  }
}
