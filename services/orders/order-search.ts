import type { Model } from 'mongoose';
import { gramLength, gramsOfTerm } from '#shared/mongo/n-grams.ts';
import { literally, operator } from '#shared/mongo/list-filters.ts';
import type { MongoFilter } from '#shared/mongo/list-filters.ts';
import type { Count } from '#shared/mongo/list-total.ts';
import { indexedUpTo } from './order-search-index.ts';
import type { OrdersModels, OrderText } from './orders-models.ts';

export interface OrderSearch {
  /** The orders whose text holds the term; null when they are so many that the newest show some soon. */
  few: (term: string) => Promise<number[] | null>;
  /** Counts the orders whose text holds the term. */
  count: (term: string) => Count;
}

const fewMatches = 2000;
const sampleSize = 1000;
const sampleMs = 60_000;
/** Of the sample: what is in more of it is in so many orders that they need not be looked for one by one. */
const manyInSample = 20;
const maxTimeMS = 30_000;

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

  const indexed = async (term: string): Promise<MongoFilter> => {
    const grams = operator({ $gte: term, $lt: `${term}\uffff` });
    if (term.length < gramLength) return { grams, ...holds('text', term), fresh: null };
    return { grams: rarest(gramsOfTerm(term), await sampled()), ...holds('text', term), fresh: null };
  };

  /** Every order that holds the term is in one of these three; one that moves on meanwhile may be met twice, or not. */
  const places = async (term: string): Promise<[Model<{ _id: number }>, MongoFilter][]> => {
    const upTo = await indexedUpTo(models);
    const known = { _id: operator({ $lte: upTo }) };
    return [
      [texts as never, { ...(await indexed(term)), ...known }],
      [texts as never, { fresh: true, ...holds('text', term), ...known }],
      [orders as never, { _id: operator({ $gt: upTo }), ...holds('search', term) }],
    ];
  };

  return {
    few: async (asked) => {
      const term = asked.toLowerCase();
      const inSample = (await sampled()).filter((text) => text.includes(term)).length;
      if (inSample > manyInSample) return null;
      const found = await Promise.all(
        (await places(term)).map(([model, filter]) =>
          model
            .find(filter, { _id: 1 })
            .limit(fewMatches + 1)
            .maxTimeMS(maxTimeMS)
            .lean(),
        ),
      );
      const ids = found.flat().map(({ _id }) => _id);
      return ids.length > fewMatches ? null : ids;
    },
    count: (asked) => async (limit) => {
      const options = { maxTimeMS, ...(limit !== null && { limit }) };
      const counts = await Promise.all(
        (await places(asked.toLowerCase())).map(([model, filter]) => model.countDocuments(filter, options)),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
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
