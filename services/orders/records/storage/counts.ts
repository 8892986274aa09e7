import type { Model, PipelineStage } from 'mongoose';
import { orderStates, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { countedKind, type Counted } from '../counted-kind.ts';

/**
 * One writer's share of the number of orders with this status and payment method. The sum over all writers is the number of
 * orders. Stored in the collection of the id sequences, so that one statement updates both.
 */
export interface OrderCount {
  /** Status, payment method and writer: `pending:1:7`. */
  _id: string;
  status: OrderState;
  payment_method: number;
  count: number;
}

export function orderCountId(counted: Counted, writer: number): string {
  return `${countedKind(counted)}:${writer}`;
}

/** Each count is split into this number of documents, so that processes with different writer numbers do not conflict. */
export const countingWriters = 8;

/** These operations belong in the transaction that writes the orders. */
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

/** Null: any status, or any payment method. */
interface AskedCounts {
  states: readonly OrderState[] | null;
  paymentMethods: readonly number[] | null;
}

export async function countOrders(counts: Model<OrderCount>, asked: AskedCounts): Promise<number> {
  const [sum] = await counts
    .aggregate<{ count: number }>(sumOfCounts(asked))
    // Reads all counts in one snapshot, so that an order whose status changes is in exactly one count.
    .read('primary')
    .readConcern('snapshot');
  return sum?.count ?? 0;
}

export function sumOfCounts({ states, paymentMethods }: AskedCounts): PipelineStage[] {
  const asked = {
    status: { $in: states ?? orderStates },
    ...(paymentMethods && { payment_method: { $in: paymentMethods } }),
  };
  return [{ $match: asked }, { $group: { _id: null, count: { $sum: '$count' } } }];
}
