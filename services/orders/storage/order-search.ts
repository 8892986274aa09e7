import type { Model } from 'mongoose';
import { gramLength, gramsOfTerm } from '#shared/lists/n-grams.ts';
import { literally } from '#shared/lists/list-filters.ts';
import { operator } from '#shared/mongo/operator.ts';
import type { MongoFilter } from '#shared/mongo/operator.ts';
import type { Count } from '#shared/lists/list-total.ts';
import { maxTimeMs } from '#shared/lists/list-rows.ts';
import type { FindMatches } from '#shared/lists/list-source.ts';
import { indexedUpTo } from './order-search-index.ts';
import { textIndexes } from './orders-models.ts';
import type { OrdersModels, OrderText } from './orders-models.ts';

export interface OrderSearch {
  /** A page of the orders whose text holds the term. */
  page: FindMatches;
  /** The orders whose text holds the term; null when they are so many that looking through the orders shows some soon. */
  few: (term: string) => Promise<number[] | null>;
  /** Counts the orders whose text holds the term. */
  count: (term: string) => Count;
}

/** A collection with the filter that finds a term in it, and the index to go by. */
interface Place {
  model: Model<{ _id: number }>;
  filter: MongoFilter;
  hint: Readonly<Record<string, 1>>;
}

const fewMatches = 10_000;
const sampleSize = 1000;
const sampleMs = 60_000;
/** Of the sample: what is in more of it is in so many orders that they need not be looked for one by one. */
const manyInSample = 20;

/**
 * Finds orders by the n-grams of their texts; orders that are too new or too freshly changed to have them are read. Which
 * n-gram of a term is the rarest is judged by a random sample, taken again every minute.
 */
export function createOrderSearch(
  models: Pick<OrdersModels, 'orders' | 'orderTexts' | 'counters'>,
  now: () => number = Date.now,
): OrderSearch {
  const { orders, orderTexts: texts } = models;
  let sample: { texts: Promise<string[]>; until: number } | null = null;

  const sampled = (): Promise<string[]> => {
    if (!sample || now() > sample.until) {
      const taken = takeSample(texts);
      sample = { texts: taken, until: now() + sampleMs };
      taken.catch(() => (sample = null));
    }
    return sample.texts;
  };

  const isInMany = async (term: string): Promise<boolean> =>
    (await sampled()).filter((text) => text.includes(term)).length > manyInSample;

  const indexTo = async (term: string): Promise<{ filter: MongoFilter; hint: Place['hint'] }> => {
    if (term.length >= gramLength) {
      return { filter: { grams: rarest(gramsOfTerm(term), await sampled()) }, hint: textIndexes.grams };
    }
    // Whoever looks up all grams that begin with it meets most texts more than once.
    if (await isInMany(term)) return { filter: {}, hint: { _id: 1 } };
    return { filter: { grams: operator({ $gte: term, $lt: `${term}\uffff` }) }, hint: textIndexes.grams };
  };

  /** Every order that holds the term is in one of these; one that moves on meanwhile may be met twice, or not. */
  const places = async (term: string): Promise<{ indexed: Place; recent: [Place, Place] }> => {
    const upTo = await indexedUpTo(models);
    const text = { ...holds('text', term), _id: operator({ $lte: upTo }) };
    const { filter, hint } = await indexTo(term);
    return {
      indexed: { model: texts as never, filter: { ...filter, ...text, fresh: null }, hint },
      recent: [
        { model: texts as never, filter: { ...text, fresh: true }, hint: textIndexes.fresh },
        {
          model: orders as never,
          filter: { _id: operator({ $gt: upTo }), ...holds('search', term) },
          hint: { _id: 1 },
        },
      ],
    };
  };

  return {
    page: async (asked, { more, descending, skip, limit }) => {
      const { indexed, recent } = await places(asked.toLowerCase());
      const idsIn = (place: Place, from: number, count: number): Promise<number[]> =>
        idsOf(
          findIn(place, more)
            .sort({ _id: descending ? -1 : 1 })
            .skip(from)
            .limit(count),
        );
      const few = Promise.all(recent.map((place) => idsIn(place, 0, skip + limit))).then((ids) => ids.flat());
      // So many of the indexed are skipped wherever those few belong among them.
      const skipped = skip === 0 ? Promise.resolve(0) : few.then((ids) => Math.max(skip - ids.length, 0));
      const many = skipped.then((from) => idsIn(indexed, from, skip - from + limit));
      const [from, ...found] = await Promise.all([skipped, few, many]);
      const inOrder = [...new Set(found.flat())].sort((a, b) => (descending ? b - a : a - b));
      return inOrder.slice(skip - from, skip - from + limit);
    },
    few: async (asked) => {
      const term = asked.toLowerCase();
      if (await isInMany(term)) return null;
      const { indexed, recent } = await places(term);
      const found = await Promise.all(
        [indexed, ...recent].map((place) => idsOf(findIn(place, []).limit(fewMatches + 1))),
      );
      const ids = found.flat();
      return ids.length > fewMatches ? null : ids;
    },
    count: (asked) => async (limit) => {
      const options = { maxTimeMS: maxTimeMs, ...(limit !== null && { limit }) };
      const { indexed, recent } = await places(asked.toLowerCase());
      const counts = await Promise.all(
        [indexed, ...recent].map(({ model, filter, hint }) =>
          model.countDocuments(filter, { ...options, hint }),
        ),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

function findIn({ model, filter, hint }: Place, more: readonly MongoFilter[]) {
  return model
    .find({ $and: [filter, ...more] }, { _id: 1 })
    .hint(hint)
    .maxTimeMS(maxTimeMs)
    .lean();
}

async function idsOf(found: PromiseLike<readonly { _id: number }[]>): Promise<number[]> {
  return (await found).map(({ _id }) => _id);
}

function holds(field: 'text' | 'search', term: string): MongoFilter {
  return { [field]: operator({ $regex: literally(term) }) };
}

async function takeSample(texts: Model<OrderText>): Promise<string[]> {
  const found = await texts.aggregate<Pick<OrderText, 'text'>>([
    { $sample: { size: sampleSize } },
    { $project: { text: 1 } },
  ]);
  return found.map(({ text }) => text);
}

function rarest(grams: readonly string[], sample: readonly string[]): string {
  const inSample = (gram: string) => sample.filter((text) => text.includes(gram)).length;
  const counted = grams.map((gram) => ({ gram, times: inSample(gram) }));
  return counted.reduce((least, one) => (one.times < least.times ? one : least)).gram;
}
