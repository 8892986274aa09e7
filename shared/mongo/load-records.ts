import type { Model } from 'mongoose';
import type { Database } from './connect.ts';
import { isTooLarge } from './faults.ts';

const maxTimeMs = 10_000;

/** A model, whatever its documents are. */
export type AnyModel = Pick<Model<unknown>, 'collection'> & {
  readonly schema: { readonly paths: Readonly<Record<string, unknown>> };
};

type Id = number | string;
interface Stored {
  _id: Id;
}

/** The records of one collection that have one of these values in `field`. */
export interface Wanted<R extends Stored> {
  model: AnyModel;
  field: string;
  values: readonly Id[];
  /** Never there: what the records are. */
  of?: R;
}

export function wanted<R extends Stored>(model: AnyModel, values: readonly Id[], field = '_id'): Wanted<R> {
  return { model, field, values };
}

type Loaded<W> = {
  [Name in keyof W]: W[Name] extends Wanted<infer R> ? Map<R['_id'], R> : never;
};

/**
 * Records of several collections, each by its id: in one round trip, none when nothing is wanted. The lists' `search`
 * text stays out.
 */
export async function loadRecords<W extends Record<string, Wanted<Stored>>>(
  database: Database,
  all: W,
): Promise<Loaded<W>> {
  const asked = Object.entries(all).filter(([, { values }]) => values.length > 0);
  const found = asked.length === 0 ? {} : await askOnce(database, asked);
  const maps = Object.keys(all).map((name) => [
    name,
    new Map((found[name] ?? []).map((record) => [record._id, record])),
  ]);
  return Object.fromEntries(maps) as Loaded<W>;
}

type Found = Record<string, Stored[]>;

async function askOnce(database: Database, asked: [name: string, Wanted<Stored>][]): Promise<Found> {
  const lookups = asked.map(([as, { model, field, values }]) => ({
    $lookup: {
      ...{ from: model.collection.collectionName, as },
      pipeline: [
        { $match: { [field]: values.length === 1 ? { $eq: values[0] } : { $in: values } } },
        ...('search' in model.schema.paths ? [{ $project: { search: 0 } }] : []),
      ],
    },
  }));
  try {
    // One document made of nothing, to which each collection's records are joined.
    const [found] = await database
      .getClient()
      .db(database.name)
      .aggregate<Found>([{ $documents: [{}] }, ...lookups], { maxTimeMS: maxTimeMs })
      .toArray();
    return found ?? {};
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const found = asked.map(async ([name, { model, field, values }]): Promise<[string, Stored[]]> => {
      return [name, [...(await byField(model, field, values)).values()]];
    });
    return Object.fromEntries(await Promise.all(found));
  }
}

/** The records of these ids: one query, none when there are no ids. The lists' `search` text stays out. */
export async function byId<R extends { _id: number | string }>(
  model: AnyModel,
  asked: readonly R['_id'][],
): Promise<Map<R['_id'], R>> {
  return asked.length === 0 ? new Map() : byField(model, '_id', asked);
}

/** The records that have one of these values in `field`, by id. */
async function byField<R extends { _id: number | string }>(
  model: AnyModel,
  field: string,
  values: readonly (number | string)[],
): Promise<Map<R['_id'], R>> {
  const found = await model.collection
    .find({ [field]: { $in: values } } as never, { projection: { search: 0 }, maxTimeMS: maxTimeMs })
    .toArray();
  return new Map((found as unknown as R[]).map((record) => [record._id, record]));
}

/** All ids that these needs name under `key`, each once. */
export function ids<Needs, Key extends keyof Needs>(
  needs: readonly Needs[],
  key: Key,
): NonNullable<Needs[Key]> {
  const all = needs.flatMap((need) => (need[key] ?? []) as unknown as unknown[]);
  return [...new Set(all)] as NonNullable<Needs[Key]>;
}
