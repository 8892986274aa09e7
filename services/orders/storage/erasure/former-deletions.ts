import type { mongo } from 'mongoose';
import { endOfRecord } from '#shared/commands/ledger/end-of-record.ts';
import { certainlyRememberedMs } from '#shared/contracts/retention.ts';
import type { Erasure, Order } from '../../rules/tables.ts';
import { nextPortion } from './next-portion.ts';

/** The progress of a single search through orders for customers whom earlier releases deleted: one document. */
interface Looked {
  _id: 'former-deletions';
  after: number;
  isDone: boolean;
}

/**
 * Records erasures of people whom a worker of an earlier release deleted, which left their orders as they were. Returns whether there is
 * more to look at.
 */
export async function noteFormerDeletions(db: mongo.Db, now: string): Promise<boolean> {
  const remembered = await db
    .collection('deletions')
    .aggregate<{ id: number }>([
      { $match: { kind: 'users' } },
      { $lookup: { from: 'erasures', localField: 'id', foreignField: '_id', as: 'known' } },
      { $match: { known: [] } },
      { $project: { _id: 0, id: 1 } },
    ])
    .toArray();
  if (remembered.length > 0) {
    await note(
      db,
      remembered.map(({ id }) => id),
      now,
    );
    return true;
  }
  return lookThroughOrders(db, now);
}

/** Records of deletions expire, so a missing customer of an older order counts as deleted. A recent order's may have been lost. */
async function lookThroughOrders(db: mongo.Db, now: string): Promise<boolean> {
  const looked = db.collection<Looked>('erasure_rounds');
  const { after = 0, isDone = false } = (await looked.findOne({ _id: 'former-deletions' })) ?? {};
  if (isDone) return false;
  const before = new Date(Date.parse(now) - certainlyRememberedMs).toISOString();
  const portion = await nextPortion(db.collection<Order>('orders'), { created_at: { $lt: before } }, after);
  const named = [...new Set((portion?.found ?? []).map(({ user_id: user }) => user))];
  const there = await db
    .collection<{ _id: number }>('users')
    .find({ _id: { $in: named } }, { projection: { _id: 1 } })
    .toArray();
  const known = new Set(there.map(({ _id }) => _id));
  const deleted: number[] = [];
  for (const id of named) {
    // A lost customer is not erased: their orders hold the last copy of their data.
    if (!known.has(id) && !(await isLost(db, id, before))) deleted.push(id);
  }
  await note(db, deleted, now);
  const upTo = portion ? { after: Number(portion.last), isDone: false } : { after, isDone: true };
  await looked.updateOne({ _id: 'former-deletions' }, { $set: upTo }, { upsert: true });
  return portion !== null;
}

/** Whether a missing customer was lost: their timeline has no end, or a recent order names them but no deletion is recorded. */
async function isLost(db: mongo.Db, id: number, before: string): Promise<boolean> {
  if ((await endOfRecord({ db }, 'users', id)) === 'lost') return true;
  const young = { user_id: id, created_at: { $gte: before } };
  return (await db.collection<Order>('orders').findOne(young, { projection: { _id: 1 } })) !== null;
}

/** Skips people who exist, and those whose erasure is already recorded. */
async function note(db: mongo.Db, ids: readonly number[], now: string): Promise<void> {
  const users = db.collection<{ _id: number }>('users');
  for (const _id of new Set(ids)) {
    if (await users.findOne({ _id }, { projection: { _id: 1 } })) continue;
    const erasure = {
      version: 1,
      at: now,
      owners: [`client:${_id}`],
      addresses: [],
      by: null,
      rounds: 0,
      due_at: now,
    };
    await db.collection<Erasure>('erasures').updateOne({ _id }, { $setOnInsert: erasure }, { upsert: true });
  }
}
