import type { mongo } from 'mongoose';
import { actOnParked } from '#shared/engine/commands/parked/act-on-parked.ts';
import type { ParkedQueue } from '#shared/engine/commands/parked/parked-queue.ts';
import { parkedRecords } from '#shared/engine/commands/parked/parked-records.ts';
import { erasedIn, idNamed, type OrderOf } from '../concerns-erased.ts';
import { ordersById, orderIdsOf, type CleaningStep, type ErasedPeople } from './erased-people.ts';

const notKept = 'removed, because the person was erased';

/**
 * Discards parked commands (failed commands that wait for an operator) that erased people sent or that are about these people.
 * Also clears what operators wrote about earlier parked commands of these people.
 */
export function createDiscardParked(openQueue: () => Promise<ParkedQueue>): CleaningStep {
  return async ({ db, log }, people) => {
    const { erasures } = people;
    const silent = { $set: { reason: notKept, because: null, detail: null } };
    await updateTheirs(db.collection('parked_audit'), people, { reason: { $ne: notKept } }, silent);
    // The reasons why a parked command cannot run again may name a shopper by the subject of their token.
    const naming = { state: { $ne: 'asked' }, detail: { $regex: 'client:' } };
    const cleared = { $set: { detail: notKept }, $unset: { objections: true as const } };
    await db.collection('parked_requests').updateMany(naming, cleared);
    const queue = await openQueue();
    try {
      const held = await queue.take();
      const named = (name: 'order' | keyof OrderOf) =>
        held.flatMap(({ parked: { command } }) => (command ? (idNamed(command, name) ?? []) : []));
      const orderOf: OrderOf = {
        payment: await orderIdsOf(db, 'payments', named('payment')),
        return: await orderIdsOf(db, 'returns', named('return')),
      };
      const orders = await ordersById(db, [
        ...named('order'),
        ...orderOf.payment.values(),
        ...orderOf.return.values(),
      ]);
      const users = new Map([...orders].map(([id, order]) => [id, order.user_id]));
      for (const { raw, parked } of held) {
        const erasure = parked.command && erasedIn(parked.command, erasures, users, orderOf);
        if (!erasure) continue;
        const by = { by: 'erasure', because: `user ${erasure._id} was erased` };
        // The reason for parking is removed, because it may quote the command.
        const silenced = { raw, parked: { ...parked, reason: notKept } };
        await actOnParked(silenced, 'discard', { queue, records: parkedRecords(db), ...by });
        log.info(
          { command_id: parked.id, user: erasure._id },
          'a parked command of an erased person was discarded',
        );
      }
    } finally {
      await queue.close();
    }
    const parkedStill = { state: 'parked', 'outcome.problem.detail': { $exists: true } };
    const undetailed = { $unset: { 'outcome.problem.detail': true as const } };
    await updateTheirs(db.collection('inbox'), people, parkedStill, undetailed);
    return null;
  };
}

/** Updates those matching documents whose commands erased people sent. */
async function updateTheirs(
  collection: mongo.Collection,
  { owners, haveSent }: ErasedPeople,
  matching: object,
  update: mongo.UpdateFilter<mongo.Document>,
): Promise<void> {
  const found = collection.find<Sent>(
    { ...matching, owner: { $in: [...owners] } },
    { projection: { owner: 1, accepted_at: 1 } },
  );
  const theirs = (await found.toArray()).filter(({ owner, accepted_at: at }) => haveSent({ owner, at }));
  if (theirs.length > 0) await collection.updateMany({ _id: { $in: theirs.map(({ _id }) => _id) } }, update);
}

interface Sent {
  _id: mongo.ObjectId;
  owner: string;
  accepted_at: string;
}
