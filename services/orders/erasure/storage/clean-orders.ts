import { cleaning } from '../clean-after-erasure.ts';
import { isOrderOf } from '../../orders/erased-order.ts';
import type { Order } from '../../records/tables.ts';
import { cleanTimeline, cleanTimelinesWithOrder, rowOfPassing } from './clean-ledger.ts';
import type { Cleaning, CleaningStep } from './erased-people.ts';

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
      erasures.map((erasure) => ({ subject: `users/${erasure._id}`, command: cleaning(erasure, []) })),
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
      .map(async ({ _id: id, user_id: user }) => {
        const subject = `orders/${id}`;
        return { id, user, subject, since: (await rowOfPassing(context.db, subject))?.at ?? null };
      }),
  );
  const cleanings = theirs.flatMap(({ id, user, subject, since }) => {
    const erasure = erasures.find(({ _id }) => _id === user);
    return erasure ? [{ subject, command: cleaning(erasure, [{ id, since }]) }] : [];
  });
  await clean(context, cleanings);
  for (const { id, user, subject, since } of theirs) {
    await cleanTimeline(context.db, subject, user);
    await cleanTimelinesWithOrder(context.db, id, user, since);
  }
  return last._id;
};

/** Runs a separate command for each order, so that a damaged order does not block the others. */
async function clean(
  { run, log }: Cleaning,
  cleanings: readonly { subject: string; command: ReturnType<typeof cleaning> }[],
): Promise<void> {
  const results = await run(cleanings.map(({ command }) => ({ command, keepsInbox: false })));
  for (const [index, result] of results.entries()) {
    if (result.kind === 'threw') throw result.error;
    if ('problem' in result.outcome)
      log.warn(
        { subject: cleanings[index]?.subject, ...result.outcome },
        'data of an erased customer could not be removed',
      );
  }
}
