import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { gramLength, gramsOfTerm } from '#shared/lists/n-grams.ts';
import { maxTimeMs } from '#shared/lists/plan.ts';
import { among } from '#shared/lists/filters.ts';
import { holdsTerm, spellings } from '#shared/lists/search-text.ts';
import type { Identified, IndexKeys, SearchIndex } from '#shared/lists/source.ts';
import { operator } from '#shared/mongo/operator.ts';
import type { MongoFilter } from '#shared/mongo/operator.ts';
import { textIndexes } from './orders-models.ts';
import type { OrdersModels, OrderText } from './orders-models.ts';
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

const fewMatches = 10_000;
const sampleSize = 1000;
const sampleMs = 60_000;
/** Of the sample: what is in more of it is in so many orders that they need not be looked for one by one. */
const manyInSample = 20;

/** Finds orders by the n-grams of their texts; orders that are too new or too freshly changed to have them are read. */
export function createOrderSearch(
  models: Pick<OrdersModels, 'orders' | 'orderTexts' | 'counters'>,
): SearchIndex {
  const frequency = createFrequencies(models.orderTexts);

  const placesOf = async (asked: string): Promise<Places> => {
    const upTo = await indexedUpTo(models);
    const { filter, hint } = await indexFor(spellings(asked), frequency);
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

/** The index that leads to the texts of a term, which is spelt in one way or more, and what to ask it for. */
async function indexFor(
  terms: readonly string[],
  frequencies: Frequencies,
): Promise<{ filter: MongoFilter; hint: IndexKeys }> {
  if (terms.every((term) => term.length >= gramLength)) {
    const grams = await Promise.all(terms.map((term) => frequencies.rarest(gramsOfTerm(term))));
    return { filter: among('grams', grams.length === 1 ? grams[0] : grams), hint: textIndexes.grams };
  }
  // Looking up all n-grams that begin with a frequent term would meet most texts more than once.
  if (await isAnyInMany(terms, frequencies)) return { filter: {}, hint: { _id: 1 } };
  const beginnings = terms.map((term) => ({ grams: operator({ $gte: term, $lt: `${term}\uffff` }) }));
  return {
    filter: beginnings.length === 1 ? (beginnings[0] ?? {}) : { $or: beginnings },
    hint: textIndexes.grams,
  };
}

async function isAnyInMany(terms: readonly string[], { isInMany }: Frequencies): Promise<boolean> {
  return (await Promise.all(terms.map(isInMany))).includes(true);
}

interface Frequencies {
  isInMany: (term: string) => Promise<boolean>;
  rarest: (grams: readonly string[]) => Promise<string>;
}

/** How frequent terms and n-grams are, judged by a random sample of the texts that is taken again every minute. */
function createFrequencies(texts: Model<OrderText>): Frequencies {
  const samples = new LRUCache<'texts', string[]>({
    ...{ max: 1, ttl: sampleMs },
    fetchMethod: () => takeSample(texts),
  });
  const timesIn = (sample: readonly string[], part: string) =>
    sample.filter((text) => text.includes(part)).length;
  return {
    isInMany: async (term) => timesIn(await samples.forceFetch('texts'), term) > manyInSample,
    rarest: async (grams) => {
      const sample = await samples.forceFetch('texts');
      const counted = grams.map((gram) => ({ gram, times: timesIn(sample, gram) }));
      return counted.reduce((least, one) => (one.times < least.times ? one : least)).gram;
    },
  };
}

async function takeSample(texts: Model<OrderText>): Promise<string[]> {
  const found = await texts.aggregate<Pick<OrderText, 'text'>>([
    { $sample: { size: sampleSize } },
    { $project: { text: 1 } },
  ]);
  return found.map(({ text }) => text);
}
