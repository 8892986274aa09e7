import { cleaning } from '../clean-after-erasure.ts';
import { isOrderOf } from '../../orders/erased-order.ts';
import type { Order } from '../../records/tables.ts';
import { cleanTimeline, cleanTimelinesWithOrder, rowOfPassing } from './clean-ledger.ts';
import type { Cleaning, CleaningStep, ErasedPeople } from './erased-people.ts';

const ordersAtOnce = 50;

/**
 * Removes data about people from their orders and from the timelines of these orders. Commands make the changes, so each changed
 * order gets a new version and an event.
 */
export const cleanOrders: CleaningStep = async (context, people, after) => {
  const { erasures, users } = people;
  if (after === null)
    await clean(
      context,
      people,
      erasures.map(({ _id }) => ({ user_id: _id })),
    );
  const found = await context.db
    .collection<Order>('orders')
    .find(
      { user_id: { $in: [...users] }, _id: { $gt: Number(after ?? 0) } },
      { projection: { user_id: 1, 'user.id': 1 } },
    )
    .sort({ _id: 1 })
    .limit(ordersAtOnce)
    .toArray();
  const last = found.at(-1);
  if (!last) return null;
  const theirs = await Promise.all(
    found
      .filter((order) => isOrderOf(order, order.user_id))
      .map(async ({ _id, user_id }) => {
        const passing = await rowOfPassing(context.db, `orders/${_id}`);
        return { _id, user_id, since: passing?.at ?? null };
      }),
  );
  await clean(context, people, theirs);
  for (const { _id, user_id: user } of theirs) {
    await cleanTimeline(context.db, `orders/${_id}`, user);
    await cleanTimelinesWithOrder(context.db, _id, user);
  }
  return last._id;
};

/**
 * Runs a separate command for each order, so that a damaged order does not block the others. For an entry without an `_id`, the
 * command cleans the person's addresses and cart.
 */
async function clean(
  { run, log }: Cleaning,
  { erasures }: ErasedPeople,
  orders: readonly { user_id: number; _id?: number; since?: string | null }[],
): Promise<void> {
  const byUser = new Map(erasures.map((erasure) => [erasure._id, erasure]));
  const commands = orders.flatMap(({ user_id: user, _id, since = null }) => {
    const erasure = byUser.get(user);
    if (!erasure) return [];
    return _id === undefined
      ? [{ subject: `users/${user}`, command: cleaning(erasure, []) }]
      : [{ subject: `orders/${_id}`, command: cleaning(erasure, [{ id: _id, since }]) }];
  });
  const results = await run(commands.map(({ command }) => ({ command, keepsInbox: false })));
  for (const [index, result] of results.entries()) {
    if (result.kind === 'threw') throw result.error;
    if ('problem' in result.outcome)
      log.warn(
        { subject: commands[index]?.subject, ...result.outcome },
        'data of an erased customer could not be removed',
      );
  }
}
