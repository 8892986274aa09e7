import { maxTimeMs, type IndexKeys } from '#shared/engine/lists/source.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import { orderIndexes, type OrdersModels } from '../../records/storage/orders-models.ts';

export interface MeantOrders {
  /** Users whose current data matches. All their orders match. */
  users: number[];
  /** Addresses whose texts all match. All orders with these addresses match. */
  addresses: number[];
  /** Filters for orders that match by their copy of a name or address. */
  copies: MongoFilter[];
}

type Orders = Pick<OrdersModels, 'orders'>;

export function anyOfMeant({ users, addresses, copies }: MeantOrders): MongoFilter {
  return anyOf([
    ...(users.length > 0 ? [{ user_id: operator({ $in: users }) }] : []),
    ...(addresses.length > 0 ? [{ address_id: operator({ $in: addresses }) }] : []),
    ...copies,
  ]);
}

function anyOf(conditions: MongoFilter[]): MongoFilter {
  return conditions.length > 0 ? { $or: conditions } : { _id: operator({ $in: [] }) };
}

/** Returns the ids of the matching orders, or null if more than `few` orders match. */
export async function fewOrders(
  { orders }: Orders,
  { users, addresses, copies }: MeantOrders,
  few: number,
): Promise<number[] | null> {
  // MongoDB groups the ids into one array, which is much faster to read than thousands of documents.
  const idsOf = async (filter: MongoFilter, hint?: IndexKeys) => {
    const [some] = await orders
      .aggregate<{ ids: number[] }>([
        { $match: filter },
        { $limit: few + 1 },
        { $group: { _id: null, ids: { $push: '$_id' } } },
      ])
      .option({ maxTimeMS: maxTimeMs, ...(hint && { hint }) });
    return some?.ids ?? [];
  };
  const found = await Promise.all([
    users.length > 0 ? idsOf({ user_id: operator({ $in: users }) }, orderIndexes.user_id) : [],
    addresses.length > 0 ? idsOf({ address_id: operator({ $in: addresses }) }, orderIndexes.address_id) : [],
    copies.length > 0 ? idsOf(anyOf(copies)) : [],
  ]);
  const ids = [...new Set(found.flat())];
  return ids.length > few ? null : ids;
}

/**
 * Counts each order once, even if it matches by user, address and copy. The indexes on users and addresses also contain statuses,
 * payment methods and totals. So MongoDB reads no orders for users and addresses, unless `others` filters by further fields.
 */
export async function countOrders(
  { orders }: Orders,
  { users, addresses, copies }: MeantOrders,
  others: MongoFilter,
  limit: number | null,
): Promise<number> {
  const options = { maxTimeMS: maxTimeMs, ...(limit !== null && { limit }) };
  const [ofUsers, ofAddresses, ofCopies] = await Promise.all([
    orders.countDocuments(
      { $and: [{ user_id: operator({ $in: users }) }, others] },
      { ...options, hint: orderIndexes.user_id },
    ),
    countByAddress({ orders }, { addresses, but: users }, others),
    countCopies({ orders }, { users, addresses, copies }, others),
  ]);
  const count = ofUsers + ofAddresses + ofCopies;
  return limit === null ? count : Math.min(count, limit);
}

/** Excludes the users in `but` only after grouping, because skipping their many keys in the index would be slower. */
async function countByAddress(
  { orders }: Orders,
  { addresses, but }: { addresses: readonly number[]; but: readonly number[] },
  others: MongoFilter,
): Promise<number> {
  if (addresses.length === 0) return 0;
  const ofUsers = await orders
    .aggregate<{ _id: number; orders: number }>([
      { $match: { $and: [{ address_id: operator({ $in: addresses }) }, others] } },
      { $group: { _id: '$user_id', orders: { $sum: 1 } } },
    ])
    .option({ maxTimeMS: maxTimeMs, hint: orderIndexes.address_id });
  const known = new Set(but);
  return ofUsers.reduce((sum, { _id: user, orders: count }) => (known.has(user) ? sum : sum + count), 0);
}

/**
 * Counts with the index `hint`, which serves the other filters and also contains users and addresses. MongoDB reads only orders
 * that match by a copy. Users and addresses must not become bounds of the index, because MongoDB would seek again in the index
 * after each mismatch.
 */
export async function countByKeys(
  { orders }: Orders,
  meant: MeantOrders,
  others: MongoFilter,
  { hint, limit }: { hint: IndexKeys; limit: number | null },
): Promise<number> {
  const { users, addresses } = meant;
  const counting = orders
    .aggregate<{ count: number }>([
      { $match: others },
      // `$ifNull` keeps the conditions on users and addresses out of the index bounds. If the field were only renamed, MongoDB
      // would move its condition into the first stage.
      {
        $project: {
          _id: 0,
          user: { $ifNull: ['$user_id', null] },
          address: { $ifNull: ['$address_id', null] },
        },
      },
      { $match: { $or: [{ user: { $in: users } }, { address: { $in: addresses } }] } },
      ...(limit === null ? [] : [{ $limit: limit }]),
      { $count: 'count' },
    ])
    .option({ maxTimeMS: maxTimeMs, hint });
  const [[found], ofCopies] = await Promise.all([counting, countCopies({ orders }, meant, others)]);
  return (found?.count ?? 0) + ofCopies;
}

/** Counts orders that match by a copy, but neither by user nor by address. */
async function countCopies(
  { orders }: Orders,
  { users, addresses, copies }: MeantOrders,
  others: MongoFilter,
): Promise<number> {
  if (copies.length === 0) return 0;
  const notOfThese = { user_id: operator({ $nin: users }), address_id: operator({ $nin: addresses }) };
  return orders.countDocuments({ $and: [anyOf(copies), notOfThese, others] }, { maxTimeMS: maxTimeMs });
}
