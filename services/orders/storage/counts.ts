import type { Model, PipelineStage } from 'mongoose';
import { orderStates, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { countedKind, type Counted } from '../rules/counted-kind.ts';

/**
 * The number of orders in a state with a payment method, as one of the writers counts them. Kept in the collection of the
 * sequences, so that one statement writes both.
 */
export interface OrderCount {
  /** `pending:1:7`: state, payment method, writer. */
  _id: string;
  status: OrderState;
  payment_method: number;
  count: number;
}

/** Names the record in which a writer counts the orders of a kind. */
export function orderCountId(counted: Counted, writer: number): string {
  return `${countedKind(counted)}:${writer}`;
}

/** Writers with records of their own do not conflict; two that share a number wait for each other. */
export const countingWriters = 8;

/** The operations that update the counts for these writes, in the same transaction. */
export function countOperations(
  writes: readonly { before: Counted | null; after: Counted | null }[],
  writer: number,
) {
  const changes = new Map<string, Counted & { by: number }>();
  const add = (order: Counted | null, by: number) => {
    if (!order) return;
    const { status, payment_method } = order;
    const key = orderCountId(order, writer);
    changes.set(key, { status, payment_method, by: (changes.get(key)?.by ?? 0) + by });
  };
  for (const { before, after } of writes) {
    add(before, -1);
    add(after, 1);
  }
  return [...changes]
    .filter(([, { by }]) => by !== 0)
    .map(([_id, { by, ...counted }]) => ({
      updateOne: { filter: { _id }, update: { $inc: { count: by }, $setOnInsert: counted }, upsert: true },
    }));
}

/** The states and payment methods of the orders to count; null: any. */
interface AskedCounts {
  states: readonly OrderState[] | null;
  paymentMethods: readonly number[] | null;
}

/** Reads the number of these orders from the counts. */
export async function countOrders(counts: Model<OrderCount>, asked: AskedCounts): Promise<number> {
  const [sum] = await counts
    .aggregate<{ count: number }>(sumOfCounts(asked))
    // All counts of one moment, so that an order that changes its state is in exactly one of them.
    .read('primary')
    .readConcern('snapshot');
  return sum?.count ?? 0;
}

/** The stages that add up the counts of all writers. */
export function sumOfCounts({ states, paymentMethods }: AskedCounts): PipelineStage[] {
  const asked = {
    status: { $in: states ?? orderStates },
    ...(paymentMethods && { payment_method: { $in: paymentMethods } }),
  };
  return [{ $match: asked }, { $group: { _id: null, count: { $sum: '$count' } } }];
}
