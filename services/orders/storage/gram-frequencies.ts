import { LRUCache } from 'lru-cache';
import type { Model } from 'mongoose';
import { among } from '#shared/lists/filters.ts';
import { gramLength, gramsOfTerm } from '#shared/lists/n-grams.ts';
import { operator } from '#shared/mongo/operator.ts';
import type { MongoFilter } from '#shared/mongo/operator.ts';

const sampleSize = 1000;
const sampleMs = 60_000;
/** Of the sample: what is in more of it is in so many texts that they need not be looked for one by one. */
const manyInSample = 20;

/** The n-grams, in `grams`, that lead to the texts that hold one of these; null where looking through all texts is sooner. */
export async function gramsFilter(
  terms: readonly string[],
  frequencies: Frequencies,
  length = gramLength,
): Promise<MongoFilter | null> {
  // Looking up all n-grams that begin with a frequent term would meet most texts more than once.
  const short = terms.filter((term) => term.length < gramLength);
  if (await isAnyInMany(short, frequencies)) return null;
  const long = terms.filter((term) => term.length >= length);
  const rarest = await Promise.all(long.map((term) => frequencies.rarest(gramsOfTerm(term, length))));
  const conditions = [
    ...(rarest.length > 0 ? [among('grams', rarest.length === 1 ? rarest[0] : rarest)] : []),
    ...terms
      .filter((term) => term.length < length)
      // Of one element: of an array's index MongoDB would otherwise use one of the two bounds alone.
      .map((term) => ({ grams: operator({ $elemMatch: { $gte: term, $lt: `${term}\uffff` } }) })),
  ];
  return conditions.length === 1 ? (conditions[0] ?? {}) : { $or: conditions };
}

/** `many`: of a thousand texts. */
export async function isAnyInMany(
  terms: readonly string[],
  { timesIn }: Frequencies,
  many = manyInSample,
): Promise<boolean> {
  const times = await Promise.all(terms.map(timesIn));
  return times.some((one) => one > many);
}

export interface Frequencies {
  /** In how many of the sample it is. */
  timesIn: (term: string) => Promise<number>;
  rarest: (grams: readonly string[]) => Promise<string>;
}

/** How frequent terms and n-grams are, judged by a random sample of the texts, in these fields, that is taken again every minute. */
export function createFrequencies<D>(texts: Model<D>, fields: Readonly<Record<string, 1>>): Frequencies {
  const samples = new LRUCache<'texts', string[]>({
    ...{ max: 1, ttl: sampleMs },
    fetchMethod: () => takeSample(texts, fields),
  });
  const timesIn = (sample: readonly string[], part: string) =>
    sample.filter((text) => text.includes(part)).length;
  return {
    timesIn: async (term) => timesIn(await samples.forceFetch('texts'), term),
    rarest: async (grams) => {
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
