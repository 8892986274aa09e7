import { literally, phoneDigits } from '#shared/engine/lists/search-text.ts';
import { maxTimeMs, type Among, type IndexKeys, type LookedUp } from '#shared/engine/lists/source.ts';
import { foldText } from '#shared/contracts/kit/fold-text.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import { customerGramLength, type CustomerText } from '../../records/storage/customer-texts.ts';
import { customerIndexes, type OrdersModels } from '../../records/storage/orders-models.ts';
import type { Order } from '../../records/tables.ts';
import { createFrequencies, gramsFilter, isAnyInMany, type Frequencies } from './gram-frequencies.ts';
import { anyOfMeant, countByKeys, countOrders, fewOrders, type MeantOrders } from './orders-of-customers.ts';
import { fewMatches } from './search.ts';

/** The records whose texts contain a term. Only ids where possible, because thousands of texts may contain a common name. */
interface Found {
  /** Customers whose current data contains the term. */
  users: number[];
  /** Address ids, one for each current or former text of the address that contains the term. */
  addresses: number[];
  /** Former names of customers that contain the term. */
  names: { user_id: number; copy: NonNullable<CustomerText['copy']> }[];
}

/**
 * A term is common if more texts than this match it in a sample of a thousand. For a rarer term, looking up the customers' orders
 * is faster than walking through the list.
 */
const commonInSample = 35;

interface CustomerSearchOptions {
  /** If at most this number of orders match, the query lists their ids. */
  few?: number;
  isCommon?: boolean;
  /** The batch sizes in which `walk` examines orders. After the last batch, the search looks up all matches instead. */
  lots?: readonly number[];
}

/**
 * Searches the customers' texts first and then finds these customers' orders, because the search texts of orders contain no data
 * about customers.
 */
export function createCustomerSearch(
  models: Pick<OrdersModels, 'orders' | 'customerTexts'>,
  { few = fewMatches, isCommon = false, lots = [150, 600, 1800] }: CustomerSearchOptions,
) {
  const frequencies = createFrequencies(models.customerTexts, { text: 1, digits: 1 });

  const meantBy = async (term: string, scope: MongoFilter) => {
    const meant = await ordersMeant(models, await textsWith(term, { frequencies, scope }));
    return { meant, ids: await fewOrders(models, meant, few) };
  };
  const counts = (read: () => ReturnType<typeof meantBy>): Pick<LookedUp, 'count' | 'countOf'> => ({
    count: async (limit) => {
      const { meant, ids } = await read();
      if (ids) return ids.length;
      return limit !== null && limit <= few + 1 ? limit : countOrders(models, meant, {}, limit);
    },
    countOf: (others, by) => async (limit) => {
      const { meant } = await read();
      if (by === 'looked-up') return countOrders(models, meant, others, limit);
      if (by && 'user_id' in by && 'address_id' in by)
        return countByKeys(models, meant, others, { hint: by, limit });
      const options = { maxTimeMS: maxTimeMs, ...(by && { hint: by }), ...(limit !== null && { limit }) };
      return models.orders.countDocuments({ $and: [anyOfMeant(meant), others] }, options);
    },
  });

  return {
    /** `scope` restricts a shopper's search to their own orders. */
    find: async (term: string, scope: MongoFilter): Promise<LookedUp> => {
      const found = await meantBy(term, scope);
      const filter = anyOfMeant(found.meant);
      return { of: ['customer'], filter, ids: found.ids, ...counts(() => Promise.resolve(found)) };
    },
    /** Finds orders for a page near the list's beginning by walking through the list. Null if few customers match the term. */
    walk: async (term: string): Promise<(LookedUp & { among: Among }) | null> => {
      const terms = termsOf(term);
      if (terms === null || !(isCommon || (await isAnyInMany(terms.all, frequencies, commonInSample))))
        return null;
      let found: ReturnType<typeof meantBy> | null = null;
      const read = () => (found ??= meantBy(term, {}));
      return {
        of: ['customer'],
        filter: {},
        ids: null,
        among: {
          lots,
          some: async (ids) => idsMeant(models, ids, holdsOneOf(terms)),
          all: async () => anyOfMeant((await read()).meant),
        },
        ...counts(read),
      };
    },
  };
}

/** Returns those of the orders `ids` whose customer or address has a matching text. */
async function idsMeant(
  models: Pick<OrdersModels, 'orders' | 'customerTexts'>,
  ids: readonly number[],
  holds: MongoFilter,
): Promise<number[]> {
  const among = { _id: operator({ $in: ids }) };
  const people = await models.orders
    .find(among, { user_id: 1, address_id: 1 })
    .lean<Pick<Order, 'user_id' | 'address_id'>[]>();
  const of = (values: number[]) => operator({ $in: [...new Set(values)] });
  const [users, addresses] = [
    of(people.map(({ user_id: id }) => id)),
    of(people.map(({ address_id: id }) => id)),
  ];
  const ofThese = { $or: [{ user_id: users }, { address_id: addresses }] };
  const meant = await ordersMeant(models, { filter: { $and: [ofThese, holds] } });
  const found = await models.orders
    .find({ $and: [among, anyOfMeant(meant)] }, { _id: 1 })
    .hint({ _id: 1 })
    .lean();
  return found.map(({ _id }) => _id);
}

interface Texts {
  filter: MongoFilter;
  hint?: IndexKeys;
}

interface Terms {
  folded: string;
  digits: string | null;
  /** `folded` and `digits`, without duplicates or empty texts. */
  all: string[];
}

function termsOf(term: string): Terms | null {
  const [folded, digits] = [foldText(term), phoneDigits(term)];
  const all = [...new Set([folded, digits ?? ''])].filter((one) => one !== '');
  return all.length === 0 ? null : { folded, digits, all };
}

function holdsOneOf({ folded, digits }: Terms): MongoFilter {
  return {
    $or: [
      ...(folded === '' ? [] : [{ text: operator({ $regex: literally(folded) }) }]),
      ...(digits === null ? [] : [{ digits: operator({ $regex: digits }) }]),
    ],
  };
}

async function textsWith(
  term: string,
  { frequencies, scope }: { frequencies: Frequencies; scope: MongoFilter },
): Promise<Texts | null> {
  const terms = termsOf(term);
  if (terms === null) return null;
  const holds = holdsOneOf(terms);
  if ('user_id' in scope) return { filter: { $and: [scope, holds] }, hint: { user_id: 1 } };
  const grams = await gramsFilter(terms.all, frequencies, customerGramLength);
  return { filter: { $and: [grams ?? {}, holds] }, hint: grams ? customerIndexes.grams : { _id: 1 } };
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
    .option({ maxTimeMS: maxTimeMs, ...(hint && { hint }) });
  return found ?? { users: [], addresses: [], names: [] };
}

async function ordersMeant(
  models: Pick<OrdersModels, 'customerTexts'>,
  texts: Texts | null,
): Promise<MeantOrders> {
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

/** The addresses that have several texts (current and former), each with the number of its texts. */
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

/**
 * Filters for addresses with several texts (current and former), of which only some contain the term. The filters compare the
 * copy of the address on the order, so they find only the orders whose own text contains the term.
 */
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

function copied(of: 'user' | 'address', copy: NonNullable<CustomerText['copy']>): MongoFilter {
  return Object.fromEntries(
    Object.entries(copy).map(([field, value]) => [`${of}.${field}`, value as unknown]),
  );
}
