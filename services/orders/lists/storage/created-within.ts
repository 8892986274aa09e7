import type { MomentRange } from '#shared/contracts/kit/filter-kinds.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import { countedIds, wholeBlocks } from '../../records/storage/order-counts.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';

type BlockModels = Pick<OrdersModels, 'orders' | 'blockCounts'>;

/**
 * Returns a condition on ids that every order created in the range fulfils. Few other orders fulfil it, because ids rise almost
 * exactly with creation time.
 */
export async function createdWithin(models: BlockModels, range: MomentRange): Promise<MongoFilter> {
  const { from = '', until = '\uffff\uffff' } = range;
  const block = (condition: object) => ({ $cond: [condition, '$_id', null] });
  const [met] = await models.blockCounts.aggregate<
    Record<'first' | 'last' | 'top', number | null> & { blocks: number }
  >([
    { $match: wholeBlocks },
    {
      $group: {
        _id: null,
        first: { $min: block({ $gte: ['$to', from] }) },
        last: { $max: block({ $lt: ['$from', until] }) },
        top: { $max: '$_id' },
        blocks: { $sum: 1 },
      },
    },
  ]);
  const top = met?.top ?? -1;
  // If the count of a block is missing, the times of its orders are unknown, so no id can be excluded.
  if ((met?.blocks ?? 0) !== top + 1) return {};
  const first = startOf(met?.first ?? top + 1);
  const isBeyondMet = await hasOlder(models, startOf(top + 1), until);
  const condition = {
    ...(first > 0 && { $gte: first }),
    ...(!isBeyondMet && { $lt: startOf((met?.last ?? -1) + 1) }),
  };
  return Object.keys(condition).length > 0 ? { _id: operator(condition) } : {};
}

function startOf(block: number): number {
  return block * countedIds;
}

/** Whether an order outside the counted blocks of ids was created before `until`. `from`: the first id after these blocks. */
async function hasOlder({ orders }: BlockModels, from: number, until: string): Promise<boolean> {
  const older = { _id: operator({ $gte: from }), created_at: operator({ $lt: until }) };
  return (await orders.findOne(older, { _id: 1 }).hint({ _id: 1 }).lean()) !== null;
}
