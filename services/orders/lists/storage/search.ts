import type { Model } from 'mongoose';
import { foldedTerm, holdsAny } from '#shared/engine/lists/search-text.ts';
import { maxTimeMs, type Identified, type IndexKeys, type SearchIndex } from '#shared/engine/lists/source.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import { atOneMoment, type ReadOptions } from '#shared/platform/mongo/snapshot.ts';
import { textIndexes, type OrdersModels } from '../../records/storage/orders-models.ts';
import { numbersMeant } from '../../records/order-number.ts';
import { createFrequencies, gramsFilter, isAnyInMany } from './gram-frequencies.ts';
import { indexedUpTo } from './search-index.ts';

type Page = Parameters<SearchIndex['page']>[1];

/** One set of orders in which `search` looks for a term. */
interface Place {
  page: (page: Page) => Promise<number[]>;
  some: (limit: number) => Promise<number[]>;
  count: (limit: number | null) => Promise<number>;
}

/** The sets of orders that a search reads in one snapshot. Every order that contains the term is in one of the sets. */
interface Places {
  indexed: Place;
  /** Two small sets: changed orders whose n-grams belong to an older text, and new orders without n-grams. */
  recent: [changed: Place, made: Place];
}

/** If at most this number of orders match, the query lists their ids. */
export const fewMatches = 10_000;

/** The spellings of a term that `search` looks for: the case-folded term, and the order numbers that the term may mean. */
export function orderSpellings(term: string): string[] {
  return [...new Set(numbersMeant(term).map(foldedTerm))];
}

/**
 * Finds orders by the n-grams of their texts. New and recently changed orders have no current n-grams, so the search reads their
 * texts.
 */
export function createOrderSearch(
  models: Pick<OrdersModels, 'orders' | 'orderTexts' | 'counters'>,
): SearchIndex {
  const frequency = createFrequencies(models.orderTexts, { text: 1 });

  const placesOf = async (asked: string, options: ReadOptions): Promise<Places> => {
    const upTo = await indexedUpTo(models, options());
    const spelt = orderSpellings(asked);
    const grams = await gramsFilter(spelt, frequency);
    const [filter, hint] = grams ? [grams, textIndexes.grams] : [{}, { _id: 1 } as const];
    const text = { ...holdsAny('text', spelt), _id: operator({ $lte: upTo }) };
    const made = { _id: operator({ $gt: upTo }), ...holdsAny('search', spelt) };
    return {
      indexed: placeIn(models.orderTexts, { ...filter, ...text, fresh: null }, { hint, options }),
      recent: [
        placeIn(models.orderTexts, { ...text, fresh: true }, { hint: textIndexes.fresh, options }),
        placeIn(models.orders, made, { hint: { _id: 1 }, options }),
      ],
    };
  };
  const read = <R>(asked: string, readPlaces: (places: Places) => Promise<R>): Promise<R> =>
    atOneMoment(models.orders.db, async (options) => readPlaces(await placesOf(asked, options)));
  const readEach = <R>(asked: string, readPlace: (place: Place) => Promise<R>): Promise<R[]> =>
    read(asked, ({ indexed, recent }) => Promise.all([indexed, ...recent].map(readPlace)));

  return {
    page: (term, page) => read(term, (places) => pageOf(places, page)),
    few: async (term) => {
      if (await isAnyInMany(orderSpellings(term), frequency)) return null;
      const found = await readEach(term, (place) => place.some(fewMatches + 1));
      const ids = found.flat();
      return ids.length > fewMatches ? null : ids;
    },
    count: (term) => async (limit) => {
      const counts = await readEach(term, (place) => place.count(limit));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

async function pageOf({ indexed, recent }: Places, page: Page): Promise<number[]> {
  const { descending, skip, limit } = page;
  const reading = Promise.all(recent.map((place) => place.page({ ...page, skip: 0, limit: skip + limit })));
  const few = reading.then((ids) => ids.flat());
  // Even if all matching recent orders come first, at least this number of indexed orders come before the page.
  const skipped = skip === 0 ? Promise.resolve(0) : few.then((ids) => Math.max(skip - ids.length, 0));
  const many = skipped.then((from) => indexed.page({ ...page, skip: from, limit: skip - from + limit }));
  const [from, ...found] = await Promise.all([skipped, few, many]);
  const inOrder = found.flat().sort((a, b) => (descending ? b - a : a - b));
  return inOrder.slice(skip - from, skip - from + limit);
}

function placeIn<D extends Identified>(
  model: Model<D>,
  filter: MongoFilter,
  { hint, options }: { hint: IndexKeys; options: ReadOptions },
): Place {
  const find = (after: MongoFilter | null) =>
    model
      .find({ $and: after ? [filter, after] : [filter] }, { _id: 1 }, options())
      .hint(hint)
      .maxTimeMS(maxTimeMs)
      .lean<Identified[]>();
  const ids = (found: readonly Identified[]) => found.map(({ _id }) => _id);
  return {
    page: async ({ after, descending, skip, limit }) =>
      ids(
        await find(after)
          .sort({ _id: descending ? -1 : 1 })
          .skip(skip)
          .limit(limit),
      ),
    some: async (limit) => ids(await find(null).limit(limit)),
    count: (limit) =>
      model.countDocuments(filter, {
        ...options(),
        hint,
        maxTimeMS: maxTimeMs,
        ...(limit !== null && { limit }),
      }),
  };
}
