import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { among } from '#shared/engine/lists/filters.ts';
import { gramLength, gramsOfTerm } from '#shared/engine/lists/search-text.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';

const sampleSize = 1000;
const sampleMs = 60_000;
/** If more than this number of texts in the sample contain a term, looking up its texts one by one is too slow. */
const manyInSample = 20;

/** A filter on `grams` that finds the texts with one of these terms. Null: reading all texts is faster. */
export async function gramsFilter(
  terms: readonly string[],
  frequencies: Frequencies,
  length = gramLength,
): Promise<MongoFilter | null> {
  // Many different n-grams begin with a short term. If the term is frequent, looking up all of them would find most texts several
  // times.
  const short = terms.filter((term) => term.length < gramLength);
  if (await isAnyInMany(short, frequencies)) return null;
  const long = terms.filter((term) => term.length >= length);
  const rarest = await Promise.all(long.map((term) => frequencies.rarest(gramsOfTerm(term, length))));
  const conditions = [
    ...(rarest.length > 0 ? [among('grams', rarest.length === 1 ? rarest[0] : rarest)] : []),
    ...terms
      .filter((term) => term.length < length)
      // Without `$elemMatch`, MongoDB would use only one of the two bounds, because `grams` is an array. MongoDB compares UTF-8
      // bytes, and in UTF-8 an emoji is above `\uffff`.
      .map((term) => ({ grams: operator({ $elemMatch: { $gte: term, $lt: `${term}\u{10ffff}` } }) })),
  ];
  return conditions.length === 1 ? (conditions[0] ?? {}) : { $or: conditions };
}

export async function isAnyInMany(
  terms: readonly string[],
  { timesIn }: Frequencies,
  many = manyInSample,
): Promise<boolean> {
  const times = await Promise.all(terms.map(timesIn));
  return times.some((one) => one > many);
}

export type Frequencies = ReturnType<typeof createFrequencies>;

/**
 * Estimates how frequent terms and n-grams are in these fields, from a random sample of the texts. The sample is renewed every
 * minute.
 */
export function createFrequencies<D>(texts: Model<D>, fields: Readonly<Record<string, 1>>) {
  const samples = new LRUCache<'texts', string[]>({
    max: 1,
    ttl: sampleMs,
    // A search does not wait for a new sample, because an old one estimates almost as well.
    allowStale: true,
    fetchMethod: () => takeSample(texts, fields),
  });
  const timesIn = (sample: readonly string[], part: string) =>
    sample.filter((text) => text.includes(part)).length;
  return {
    /** The number of texts in the sample that contain the term. */
    timesIn: async (term: string): Promise<number> => timesIn(await samples.forceFetch('texts'), term),
    rarest: async (grams: readonly string[]): Promise<string> => {
      const sample = await samples.forceFetch('texts');
      const counted = grams.map((gram) => ({ gram, times: timesIn(sample, gram) }));
      return counted.reduce((least, one) => (one.times < least.times ? one : least)).gram;
    },
  };
}

async function takeSample<D>(texts: Model<D>, fields: Readonly<Record<string, 1>>): Promise<string[]> {
  const found = await texts.aggregate<Record<string, string>>([
    { $sample: { size: sampleSize } },
    { $project: { ...fields, _id: 0 } },
  ]);
  return found.map((text) => Object.values(text).join('\u0000'));
}
