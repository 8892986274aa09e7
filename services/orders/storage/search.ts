import type { Model } from 'mongoose';
import { maxTimeMs } from '#shared/lists/plan.ts';
import { holdsTerm, spellings } from '#shared/lists/search-text.ts';
import type { Identified, IndexKeys, SearchIndex } from '#shared/lists/source.ts';
import { operator } from '#shared/mongo/operator.ts';
import type { MongoFilter } from '#shared/mongo/operator.ts';
import { textIndexes } from './orders-models.ts';
import { createFrequencies, gramsFilter, isAnyInMany } from './gram-frequencies.ts';
import type { OrdersModels } from './orders-models.ts';
import { indexedUpTo } from './search-index.ts';

type Page = Parameters<SearchIndex['page']>[1];

/** Orders that may hold a term. */
interface Place {
  page: (page: Page) => Promise<number[]>;
  some: (limit: number) => Promise<number[]>;
  count: (limit: number | null) => Promise<number>;
}

/** Every order that holds a term is in one of these; one that changes at the moment may be in two, or in none. */
interface Places {
  indexed: Place;
  /** Few: changed orders whose n-grams are of an older text, and new orders. */
  recent: [changed: Place, made: Place];
}

/** So many ids are looked at one by one. */
export const fewMatches = 10_000;

/** Finds orders by the n-grams of their texts; orders that are too new or too freshly changed to have them are read. */
export function createOrderSearch(
  models: Pick<OrdersModels, 'orders' | 'orderTexts' | 'counters'>,
): SearchIndex {
  const frequency = createFrequencies(models.orderTexts, { text: 1 });

  const placesOf = async (asked: string): Promise<Places> => {
    const upTo = await indexedUpTo(models);
    const grams = await gramsFilter(spellings(asked), frequency);
    const [filter, hint] = grams ? [grams, textIndexes.grams] : [{}, { _id: 1 } as const];
    const text = { ...holdsTerm('text', asked), _id: operator({ $lte: upTo }) };
    const made = { _id: operator({ $gt: upTo }), ...holdsTerm('search', asked) };
    return {
      indexed: placeIn(models.orderTexts, { ...filter, ...text, fresh: null }, hint),
      recent: [
        placeIn(models.orderTexts, { ...text, fresh: true }, textIndexes.fresh),
        placeIn(models.orders, made, { _id: 1 }),
      ],
    };
  };

  return {
    page: async (term, page) => pageOf(await placesOf(term), page),
    few: async (term) => {
      if (await isAnyInMany(spellings(term), frequency)) return null;
      const { indexed, recent } = await placesOf(term);
      const found = await Promise.all([indexed, ...recent].map((place) => place.some(fewMatches + 1)));
      const ids = found.flat();
      return ids.length > fewMatches ? null : ids;
    },
    count: (term) => async (limit) => {
      const { indexed, recent } = await placesOf(term);
      const counts = await Promise.all([indexed, ...recent].map((place) => place.count(limit)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

async function pageOf({ indexed, recent }: Places, page: Page): Promise<number[]> {
  const { descending, skip, limit } = page;
  const reading = Promise.all(recent.map((place) => place.page({ ...page, skip: 0, limit: skip + limit })));
  const few = reading.then((ids) => ids.flat());
  // So many of the indexed are skipped wherever those few belong among them.
  const skipped = skip === 0 ? Promise.resolve(0) : few.then((ids) => Math.max(skip - ids.length, 0));
  const many = skipped.then((from) => indexed.page({ ...page, skip: from, limit: skip - from + limit }));
  const [from, ...found] = await Promise.all([skipped, few, many]);
  const inOrder = [...new Set(found.flat())].sort((a, b) => (descending ? b - a : a - b));
  return inOrder.slice(skip - from, skip - from + limit);
}

function placeIn<D extends Identified>(model: Model<D>, filter: MongoFilter, hint: IndexKeys): Place {
  const find = (after: MongoFilter | null) =>
    model
      .find({ $and: after ? [filter, after] : [filter] }, { _id: 1 })
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
      model.countDocuments(filter, { maxTimeMS: maxTimeMs, ...(limit !== null && { limit }), hint }),
  };
}
