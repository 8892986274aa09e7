import type { Model, PipelineStage } from 'mongoose';
import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { countedKind } from '../rules/counted-kind.ts';
import type { Counted } from '../rules/counted-kind.ts';

/**
 * How many orders are in a state with a payment method, as far as one of the writers has counted them. Kept beside the
 * sequences, so that both are written in one statement.
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

/** The operations that keep the counts true to these writes, in the same transaction. */
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
      updateOne: {
        filter: { _id },
        update: { $inc: { count: by }, $setOnInsert: counted },
        upsert: true,
      },
    }));
}

/** Orders of these states and these payment methods, where they are named. */
interface AskedCounts {
  states: readonly OrderState[] | null;
  paymentMethods: readonly number[] | null;
}

/** How many orders there are of these. */
export async function countOrders(counts: Model<OrderCount>, asked: AskedCounts): Promise<number> {
  const [sum] = await counts
    .aggregate<{ count: number }>(sumOfCounts(asked))
    // One moment's counts: an order on its way from one state to another is in exactly one.
    .read('primary')
    .readConcern('snapshot');
  return sum?.count ?? 0;
}

/** The stages that add up what the writers have counted. */
export function sumOfCounts({ states, paymentMethods }: AskedCounts): PipelineStage[] {
  const asked = {
    status: { $in: states ?? orderStates },
    ...(paymentMethods && { payment_method: { $in: paymentMethods } }),
  };
  return [{ $match: asked }, { $group: { _id: null, count: { $sum: '$count' } } }];
}
