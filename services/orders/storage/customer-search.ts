import { maxTimeMs } from '#shared/lists/plan.ts';
import { literally, phoneDigits } from '#shared/lists/search-text.ts';
import type { LookedUp } from '#shared/lists/source.ts';
import { foldText } from '#shared/contracts/schema-kit/fold-text.ts';
import { operator } from '#shared/mongo/operator.ts';
import type { MongoFilter } from '#shared/mongo/operator.ts';
import { customerGramLength } from './customer-texts.ts';
import type { CustomerText } from './customer-texts.ts';
import { createFrequencies, gramsFilter } from './gram-frequencies.ts';
import type { Frequencies } from './gram-frequencies.ts';
import { customerIndexes } from './orders-models.ts';
import type { OrdersModels } from './orders-models.ts';
import { fewMatches } from './search.ts';

type Found = Pick<CustomerText, 'user_id' | 'address_id' | 'copy'>;

/** The orders that a term means. */
interface Meant {
  /** All orders of these users: so the customers are now. */
  users: number[];
  /** All orders with these addresses: whatever they once were. */
  addresses: number[];
  /** Those that hold one of these copies. */
  copies: MongoFilter[];
}

const byUser = { user_id: 1, _id: 1 } as const;
const byAddress = { address_id: 1, _id: 1 } as const;

/**
 * Finds orders by their customers: the few texts of customers first, then the orders that they are of. An order itself holds
 * nothing for it. `scope`: of a shopper, who sees their own orders alone.
 */
export function createCustomerSearch(
  models: Pick<OrdersModels, 'orders' | 'customerTexts'>,
  few = fewMatches,
): (term: string, scope: MongoFilter) => Promise<LookedUp> {
  const frequencies = createFrequencies(models.customerTexts, { text: 1, digits: 1 });
  return async (term, scope) => {
    const found = await findTexts(models, term, { frequencies, scope });
    const meant = await ordersMeant(models, found);
    const ids = await fewOrders(models, meant, few);
    return {
      of: ['customer'],
      filter: anyOf(conditionsOf(meant)),
      ids,
      count: (limit) => countOrders(models, meant, { ids, few, limit }),
    };
  };
}

async function findTexts(
  { customerTexts }: Pick<OrdersModels, 'customerTexts'>,
  term: string,
  { frequencies, scope }: { frequencies: Frequencies; scope: MongoFilter },
): Promise<Found[]> {
  const [folded, digits] = [foldText(term), phoneDigits(term)];
  const terms = [folded, digits ?? ''].filter((one) => one !== '');
  if (terms.length === 0) return [];
  const grams =
    'user_id' in scope ? {} : await gramsFilter([...new Set(terms)], frequencies, customerGramLength);
  const holds = [
    ...(folded === '' ? [] : [{ text: operator({ $regex: literally(folded) }) }]),
    ...(digits === null ? [] : [{ digits: operator({ $regex: digits }) }]),
  ];
  const hint = 'user_id' in scope ? { user_id: 1 } : grams ? customerIndexes.grams : { _id: 1 };
  return customerTexts
    .find({ $and: [scope, grams ?? {}, { $or: holds }] }, { _id: 0, user_id: 1, address_id: 1, copy: 1 })
    .hint(hint)
    .maxTimeMS(maxTimeMs)
    .lean<Found[]>();
}

async function ordersMeant(
  models: Pick<OrdersModels, 'customerTexts'>,
  found: readonly Found[],
): Promise<Meant> {
  const users = new Set(found.flatMap(({ copy, user_id: id }) => (copy ? [] : [id])));
  const ofAddress = Map.groupBy(
    found.filter(({ address_id: id }) => id !== undefined),
    ({ address_id: id }) => id ?? 0,
  );
  const changed = await textsOfAddresses(models, [...ofAddress.keys()]);
  const isWhole = ([id, texts]: [number, Found[]]) => texts.length === changed.get(id);
  const copies = found.flatMap(({ user_id: userId, address_id: addressId, copy }): MongoFilter[] => {
    if (!copy || (addressId === undefined && users.has(userId))) return [];
    if (addressId === undefined) return [{ user_id: userId, ...copied('user', copy) }];
    const texts = ofAddress.get(addressId) ?? [];
    return isWhole([addressId, texts]) ? [] : [{ address_id: addressId, ...copied('address', copy) }];
  });
  return { users: [...users], addresses: [...ofAddress].filter(isWhole).map(([id]) => id), copies };
}

/** How many texts each of these addresses has: what it is, and what it once was. */
async function textsOfAddresses(
  { customerTexts }: Pick<OrdersModels, 'customerTexts'>,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  if (ids.length === 0) return counts;
  const texts = await customerTexts
    .find({ address_id: operator({ $in: ids }) }, { _id: 0, address_id: 1 })
    .hint(customerIndexes.address)
    .maxTimeMS(maxTimeMs)
    .lean<{ address_id: number }[]>();
  for (const { address_id: id } of texts) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** What an order's copy reads. */
function copied(of: 'user' | 'address', copy: NonNullable<CustomerText['copy']>): MongoFilter {
  return Object.fromEntries(
    Object.entries(copy).map(([field, value]) => [`${of}.${field}`, value as unknown]),
  );
}

function conditionsOf({ users, addresses, copies }: Meant): MongoFilter[] {
  return [
    ...(users.length > 0 ? [{ user_id: operator({ $in: users }) }] : []),
    ...(addresses.length > 0 ? [{ address_id: operator({ $in: addresses }) }] : []),
    ...copies,
  ];
}

function anyOf(conditions: MongoFilter[]): MongoFilter {
  return conditions.length > 0 ? { $or: conditions } : { _id: operator({ $in: [] }) };
}

/** Their ids; null when there are more than a few. */
async function fewOrders(
  { orders }: Pick<OrdersModels, 'orders'>,
  { users, addresses, copies }: Meant,
  few: number,
): Promise<number[] | null> {
  const idsOf = async (filter: MongoFilter, hint?: Readonly<Record<string, 1>>) => {
    const some = orders
      .find(filter, { _id: 1 })
      .limit(few + 1)
      .maxTimeMS(maxTimeMs)
      .lean();
    return (await (hint ? some.hint(hint) : some)).map(({ _id }) => _id);
  };
  const found = await Promise.all([
    users.length > 0 ? idsOf({ user_id: operator({ $in: users }) }, byUser) : [],
    addresses.length > 0 ? idsOf({ address_id: operator({ $in: addresses }) }, byAddress) : [],
    copies.length > 0 ? idsOf(anyOf(copies)) : [],
  ]);
  const ids = [...new Set(found.flat())];
  return ids.length > few ? null : ids;
}

async function countOrders(
  { orders }: Pick<OrdersModels, 'orders'>,
  { users, addresses, copies }: Meant,
  { ids, few, limit }: { ids: readonly number[] | null; few: number; limit: number | null },
): Promise<number> {
  if (ids) return ids.length;
  if (limit !== null && limit <= few + 1) return limit;
  const options = { maxTimeMS: maxTimeMs, ...(limit !== null && { limit }) };
  // Each order once: those of the users, then what of the addresses is left, then what of the copies is.
  const ofUsers = { user_id: operator({ $in: users }) };
  const notOfUsers = users.length > 0 ? { user_id: operator({ $nin: users }) } : {};
  const ofAddresses = { address_id: operator({ $in: addresses }), ...notOfUsers };
  const others = { $and: [notOfUsers, { address_id: operator({ $nin: addresses }) }, anyOf(copies)] };
  const counts = await Promise.all([
    users.length > 0 ? orders.countDocuments(ofUsers, { ...options, hint: byUser }) : 0,
    addresses.length > 0 ? orders.countDocuments(ofAddresses, { ...options, hint: byAddress }) : 0,
    copies.length > 0 ? orders.countDocuments(others, options) : 0,
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
