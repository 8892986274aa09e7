import type { MomentRange } from '#shared/contracts/kit/filter-kinds.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import { countedIds, wholeBlocks } from '../../records/storage/order-counts.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';

type BlockModels = Pick<OrdersModels, 'orders' | 'blockCounts'>;

export interface CreatedWithin {
  /** All these orders have ids in this range. */
  among: IdRange;
  /** All orders with an id in this range were created in the range of time. If no such range is known, the value is null. */
  inside: IdRange | null;
}

interface IdRange {
  from: number;
  /** Inclusive. */
  to: number;
}

export function idWithin({ from, to }: IdRange): MongoFilter {
  if (from <= 0 && to === Infinity) return {};
  return { _id: operator({ ...(from > 0 && { $gte: from }), ...(to < Infinity && { $lte: to }) }) };
}

/** Finds the ids of a range of creation times. Ids rise almost exactly with time, so a list reads few orders outside the range. */
export async function createdWithin(models: BlockModels, range: MomentRange): Promise<CreatedWithin> {
  const { from = '', until = '\uffff\uffff' } = range;
  const block = (condition: object) => ({ $cond: [condition, '$_id', null] });
  const [met] = await models.blockCounts.aggregate<
    Record<'first' | 'last' | 'before' | 'after' | 'top', number | null>
  >([
    { $match: wholeBlocks },
    {
      $group: {
        _id: null,
        first: { $min: block({ $gte: ['$to', from] }) },
        last: { $max: block({ $lt: ['$from', until] }) },
        before: { $max: block({ $lt: ['$from', from] }) },
        after: { $min: block({ $gte: ['$to', until] }) },
        top: { $max: '$_id' },
      },
    },
  ]);
  const top = met?.top ?? -1;
  const beyond = startOf(top + 1);
  const isBeyondMet = await hasOlder(models, beyond, until);
  const among = {
    from: startOf(met?.first ?? top + 1),
    to: isBeyondMet ? Infinity : startOf((met?.last ?? -1) + 1) - 1,
  };
  const inside = { from: startOf((met?.before ?? -1) + 1), to: startOf(met?.after ?? top + 1) - 1 };
  return { among, inside: inside.from <= inside.to ? inside : null };
}

function startOf(block: number): number {
  return block * countedIds;
}

/** Whether an order outside all recorded blocks was created before `until`. */
async function hasOlder({ orders }: BlockModels, from: number, until: string): Promise<boolean> {
  const older = { _id: operator({ $gte: from }), created_at: operator({ $lt: until }) };
  return (await orders.findOne(older, { _id: 1 }).hint({ _id: 1 }).lean()) !== null;
}
