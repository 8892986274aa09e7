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
import { customerIndexes, orderIndexes } from './orders-models.ts';
import type { OrdersModels } from './orders-models.ts';
import { fewMatches } from './search.ts';

/** What the texts that hold a term are of. Numbers alone come: of a common name there are thousands. */
interface Found {
  /** Customers as they are now. */
  users: number[];
  /** Of each text of an address, what it is or once was. */
  addresses: number[];
  /** Names that customers no longer have. */
  names: { user_id: number; copy: NonNullable<CustomerText['copy']> }[];
}

/** The orders that a term means. */
interface Meant {
  /** All orders of these users: so the customers are now. */
  users: number[];
  /** All orders with these addresses: whatever they once were. */
  addresses: number[];
  /** Those that hold one of these copies. */
  copies: MongoFilter[];
}

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
    const meant = await ordersMeant(models, await textsWith(term, { frequencies, scope }));
    const ids = await fewOrders(models, meant, few);
    return {
      of: ['customer'],
      filter: anyOf(conditionsOf(meant)),
      ids,
      count: async (limit) => {
        if (ids) return ids.length;
        return limit !== null && limit <= few + 1 ? limit : countOrders(models, meant, {}, limit);
      },
      countOf: (others) => (limit) => countOrders(models, meant, others, limit),
    };
  };
}

/** The texts that hold a term. */
interface Texts {
  filter: MongoFilter;
  hint: Readonly<Record<string, 1>>;
}

async function textsWith(
  term: string,
  { frequencies, scope }: { frequencies: Frequencies; scope: MongoFilter },
): Promise<Texts | null> {
  const [folded, digits] = [foldText(term), phoneDigits(term)];
  const terms = [folded, digits ?? ''].filter((one) => one !== '');
  if (terms.length === 0) return null;
  const grams =
    'user_id' in scope ? {} : await gramsFilter([...new Set(terms)], frequencies, customerGramLength);
  const holds = [
    ...(folded === '' ? [] : [{ text: operator({ $regex: literally(folded) }) }]),
    ...(digits === null ? [] : [{ digits: operator({ $regex: digits }) }]),
  ];
  const hint =
    'user_id' in scope ? { user_id: 1 as const } : grams ? customerIndexes.grams : { _id: 1 as const };
  return { filter: { $and: [scope, grams ?? {}, { $or: holds }] }, hint };
}

async function findTexts(
  { customerTexts }: Pick<OrdersModels, 'customerTexts'>,
  { filter, hint }: Texts,
): Promise<Found> {
  const isMissing = (field: string) => ({ $eq: [{ $type: `$${field}` }, 'missing'] });
  const where = (condition: object, value: unknown) => ({ $push: { $cond: [condition, value, '$$REMOVE'] } });
  const isFormerName = { $and: [{ $not: isMissing('copy') }, isMissing('address_id')] };
  const [found] = await customerTexts
    .aggregate<Found>([
      { $match: filter },
      {
        $group: {
          _id: null,
          users: where(isMissing('copy'), '$user_id'),
          addresses: { $push: '$address_id' },
          names: where(isFormerName, { user_id: '$user_id', copy: '$copy' }),
        },
      },
    ])
    .option({ hint, maxTimeMS: maxTimeMs });
  return found ?? { users: [], addresses: [], names: [] };
}

async function ordersMeant(models: Pick<OrdersModels, 'customerTexts'>, texts: Texts | null): Promise<Meant> {
  if (!texts) return { users: [], addresses: [], copies: [] };
  const { users, addresses, names } = await findTexts(models, texts);
  const now = new Set(users);
  const found = new Map<number, number>();
  for (const id of addresses) found.set(id, (found.get(id) ?? 0) + 1);
  const several = await addressesOfSeveral(models, [...found.keys()]);
  const partly = several.filter(({ _id, texts: all }) => found.get(_id) !== all).map(({ _id }) => _id);
  const copies = [
    ...names
      .filter(({ user_id: id }) => !now.has(id))
      .map(({ user_id, copy }): MongoFilter => ({ user_id, ...copied('user', copy) })),
    ...(await copiesOf(models, texts, partly)),
  ];
  for (const id of partly) found.delete(id);
  return { users: [...now], addresses: [...found.keys()], copies };
}

/** Those of these addresses that have several texts, what they are and what they once were, and how many. */
async function addressesOfSeveral(
  { customerTexts }: Pick<OrdersModels, 'customerTexts'>,
  ids: readonly number[],
): Promise<{ _id: number; texts: number }[]> {
  if (ids.length === 0) return [];
  return customerTexts
    .aggregate<{ _id: number; texts: number }>([
      { $match: { address_id: { $in: ids } } },
      { $group: { _id: '$address_id', texts: { $sum: 1 } } },
      { $match: { texts: { $gt: 1 } } },
    ])
    .option({ hint: customerIndexes.address, maxTimeMS: maxTimeMs });
}

/** What orders with these addresses read, where a text of an address holds the term, and another does not. */
async function copiesOf(
  { customerTexts }: Pick<OrdersModels, 'customerTexts'>,
  { filter }: Texts,
  addresses: readonly number[],
): Promise<MongoFilter[]> {
  if (addresses.length === 0) return [];
  const texts = await customerTexts
    .find(
      { $and: [filter, { address_id: operator({ $in: addresses }) }] },
      { _id: 0, address_id: 1, copy: 1 },
    )
    .hint(customerIndexes.address)
    .maxTimeMS(maxTimeMs)
    .lean<Required<Pick<CustomerText, 'address_id' | 'copy'>>[]>();
  return texts.map(({ address_id, copy }) => ({ address_id, ...copied('address', copy) }));
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
  // In one array: as documents, ten thousand take ten times as long to read.
  const idsOf = async (filter: MongoFilter, hint?: Readonly<Record<string, 1>>) => {
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
 * Counts each order once: by its user, else by its address, else by what it holds. The indexes of users and addresses have
 * states, payment methods and totals too: where nothing else is asked, no order is read.
 */
async function countOrders(
  { orders }: Pick<OrdersModels, 'orders'>,
  { users, addresses, copies }: Meant,
  others: MongoFilter,
  limit: number | null,
): Promise<number> {
  const options = { maxTimeMS: maxTimeMs, ...(limit !== null && { limit }) };
  const notOfThese = { user_id: operator({ $nin: users }), address_id: operator({ $nin: addresses }) };
  const [ofUsers, ofAddresses, ofCopies] = await Promise.all([
    orders.countDocuments(
      { $and: [{ user_id: operator({ $in: users }) }, others] },
      { ...options, hint: orderIndexes.user_id },
    ),
    countByAddress({ orders }, { addresses, but: users }, others),
    copies.length > 0 ? orders.countDocuments({ $and: [anyOf(copies), notOfThese, others] }, options) : 0,
  ]);
  const count = ofUsers + ofAddresses + ofCopies;
  return limit === null ? count : Math.min(count, limit);
}

/** By user, of whom most are among the others: to pass over these in the index, one by one, takes longer. */
async function countByAddress(
  { orders }: Pick<OrdersModels, 'orders'>,
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
