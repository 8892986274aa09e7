import type { MomentRange } from '#shared/contracts/kit/filter-kinds.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import type { OrderBlock, OrdersModels } from '../../records/storage/orders-models.ts';

const blockSize = 1024;
const blocksAtOnce = 16;

export function blockOf(orderId: number): number {
  return Math.floor(orderId / blockSize);
}

type BlockModels = Pick<OrdersModels, 'orders' | 'orderBlocks'>;

/** Records blocks whose ids are all assigned (up to `given`). Returns how many. Run it in only one process at a time. */
export async function noteBlocks({ orders, orderBlocks }: BlockModels, given: number): Promise<number> {
  const last = await orderBlocks.findOne().sort({ _id: -1 }).lean();
  const first = last === null ? 0 : last._id + 1;
  const end = Math.min(Math.floor((given + 1) / blockSize), first + blocksAtOnce);
  if (end <= first) return 0;
  const found = await orders.aggregate<OrderBlock>([
    { $match: { _id: { $gte: first * blockSize, $lt: end * blockSize } } },
    {
      $group: {
        _id: { $floor: { $divide: ['$_id', blockSize] } },
        from: { $min: '$created_at' },
        to: { $max: '$created_at' },
      },
    },
  ]);
  const known = new Map(found.map((block) => [block._id, block]));
  const numbers = Array.from({ length: end - first }, (_, index) => first + index);
  // If all orders of a block are deleted, the block gets these values, which match no range.
  const blocks = numbers.map((_id) => known.get(_id) ?? { _id, from: '\uffff', to: '' });
  // If two processes both believe that they hold the lease, they write the same values.
  const operations = blocks.map((block) => ({
    replaceOne: { filter: { _id: block._id }, replacement: block, upsert: true },
  }));
  await orderBlocks.collection.bulkWrite(operations as never, { ordered: false });
  return blocks.length;
}

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

export async function createdWithin(models: BlockModels, range: MomentRange): Promise<CreatedWithin> {
  const { from = '', until = '\uffff\uffff' } = range;
  const block = (condition: object) => ({ $cond: [condition, '$_id', null] });
  const [met] = await models.orderBlocks.aggregate<
    Record<'first' | 'last' | 'before' | 'after' | 'top', number | null>
  >([
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
  return block * blockSize;
}

/** Whether an order outside all recorded blocks was created before `until`. */
async function hasOlder({ orders }: BlockModels, from: number, until: string): Promise<boolean> {
  const older = { _id: operator({ $gte: from }), created_at: operator({ $lt: until }) };
  return (await orders.findOne(older, { _id: 1 }).hint({ _id: 1 }).lean()) !== null;
}
