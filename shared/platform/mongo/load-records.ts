import type { ClientSession, Model, mongo } from 'mongoose';
import { byName } from '../../contracts/kit/json-values.ts';
import { driverDatabase, type Database } from './connect.ts';

const maxTimeMs = 10_000;

export type AnyModel = Pick<Model<unknown>, 'collection'> & {
  readonly schema: { readonly paths: Readonly<Record<string, unknown>> };
};

/** `inParts`: reads each collection with a separate statement, because the result of a single statement may be too large. */
export interface Reading {
  session: ClientSession | null;
  inParts: boolean;
}

export type Id = number | string;
export interface Stored {
  _id: Id;
}

/** `named`: the values come from this path of other records of the same call, such as `carts.items.product_id`. */
export interface Wanted<R extends Stored> {
  model: AnyModel;
  field: string;
  values: readonly Id[] | { named: string };
  /** Never set: it only carries the records' type. */
  of?: R;
}

export function wanted<R extends Stored>(model: AnyModel, values: readonly Id[], field = '_id'): Wanted<R> {
  return { model, field, values };
}

/**
 * Records to which other records of the same call refer. `path` begins with the name of the other records:
 * `carts.items.product_id`.
 */
export function namedIn<R extends Stored>(model: AnyModel, path: string): Wanted<R> {
  return { model, field: '_id', values: { named: path } };
}

type Loaded<W> = { [Name in keyof W]: W[Name] extends Wanted<infer R> ? Map<R['_id'], R> : never };

type Asked = Record<string, Wanted<Stored>>;
type Found = Record<string, Stored[]>;

/**
 * Loads records of several collections in one round trip, or in none if nothing is wanted. Leaves out the field `search`,
 * which only lists use. A result above 16 MB throws an error that `isTooLarge` recognises, unless `inParts` is set.
 */
export async function loadRecords<W extends Asked>(
  database: Database,
  all: W,
  { session, inParts }: Reading,
): Promise<Loaded<W>> {
  const asked: Asked = Object.fromEntries(
    Object.entries(all).filter(([, { values }]) => Array.isArray(values) && values.length > 0),
  );
  for (const [name, one] of Object.entries(all)) {
    if ('named' in one.values && sourceOf(one.values.named) in asked) asked[name] = one;
  }
  const ask = () => (inParts ? askEach(asked, session) : askOnce(database, asked, session));
  const found = Object.keys(asked).length === 0 ? {} : await ask();
  const loaded = (name: string) => new Map(found[name]?.map((record) => [record._id, record]));
  return byName(Object.keys(all), loaded) as Loaded<W>;
}

function sourceOf(path: string): string {
  return path.slice(0, path.indexOf('.'));
}

async function askOnce(database: Database, asked: Asked, session: ClientSession | null): Promise<Found> {
  const lookups = Object.entries(asked).map(([as, { model, field, values }]) => {
    const from = { from: model.collection.collectionName, as };
    const withoutText = 'search' in model.schema.paths ? [{ $project: { search: 0 } }] : [];
    if ('named' in values) {
      const named = { localField: values.named, foreignField: field };
      return { $lookup: { ...from, ...named, ...(withoutText.length > 0 && { pipeline: withoutText }) } };
    }
    return { $lookup: { ...from, pipeline: [{ $match: isOneOf(field, values) }, ...withoutText] } };
  });
  // An empty document, to which the records of each collection are joined.
  const [found] = await driverDatabase(database)
    .aggregate<Found>([{ $documents: [{}] }, ...lookups], { ...inSession(session), maxTimeMS: maxTimeMs })
    .toArray();
  return found ?? {};
}

/** Reads one collection after another, because a transaction allows no concurrent reads. */
async function askEach(asked: Asked, session: ClientSession | null): Promise<Found> {
  const found: Found = {};
  for (const [name, { model, field, values }] of Object.entries(asked)) {
    const some = 'named' in values ? valuesNamed(found, values.named) : values;
    found[name] = [...(await byField(model, field, some, session)).values()];
  }
  return found;
}

function valuesNamed(found: Found, named: string): Id[] {
  const [source = '', ...path] = named.split('.');
  return [...new Set(valuesAt(found[source], path))];
}

export function inSession(session: ClientSession | null) {
  return session ? { session } : {};
}

function valuesAt(value: unknown, [first, ...rest]: readonly string[]): Id[] {
  if (Array.isArray(value))
    return value.flatMap((one) => valuesAt(one, first === undefined ? [] : [first, ...rest]));
  if (value === null || value === undefined) return [];
  if (first === undefined) return [value as Id];
  return valuesAt((value as Readonly<Record<string, unknown>>)[first], rest);
}

/** Runs one query, or none if no id is asked for. Leaves out the field `search`, which only lists use. */
export async function byId<R extends Stored>(
  model: AnyModel,
  asked: readonly R['_id'][],
  session: ClientSession | null = null,
): Promise<Map<R['_id'], R>> {
  return byField(model, '_id', asked, session);
}

export async function byField<R extends Stored>(
  model: AnyModel,
  field: string,
  values: readonly Id[],
  session: ClientSession | null,
): Promise<Map<R['_id'], R>> {
  if (values.length === 0) return new Map();
  const options = { ...inSession(session), projection: { search: 0 }, maxTimeMS: maxTimeMs };
  const found = await model.collection.find(isOneOf(field, values), options).toArray();
  return new Map((found as unknown as R[]).map((record) => [record._id, record]));
}

/** MongoDB finds one record by its id faster than by a set with one id. */
function isOneOf(field: string, values: readonly Id[]): mongo.Filter<mongo.BSON.Document> {
  return { [field]: values.length === 1 ? { $eq: values[0] } : { $in: values } };
}

export function ids<Needs, Key extends keyof Needs>(
  needs: readonly Needs[],
  key: Key,
): NonNullable<Needs[Key]> {
  const all = needs.flatMap((need) => (need[key] ?? []) as unknown as unknown[]);
  return [...new Set(all)] as NonNullable<Needs[Key]>;
}
