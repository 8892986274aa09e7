import type { Model, mongo } from 'mongoose';
import { PlainError } from '../settings/plain-error.ts';
import { isDuplicateKey } from './faults.ts';
import { driverDatabase, type Database } from './connect.ts';
import {
  planIndexes,
  type FormerIndex,
  type IndexDefinition,
  type IndexPlan,
  type NamedIndex,
} from './index-plan.ts';

const noSuchCollection = 26;
const mostNamed = 5;
/** The driver opens two connections at a time. If more calls waited for one, the last would time out on a busy machine. */
const mostAtOnce = 5;

/** Creates missing collections and indexes, and drops none. Call it before the first transaction and before readiness. */
export async function buildIndexes(database: Database): Promise<void> {
  const models = Object.values(database.models);
  while (models.length > 0)
    await Promise.all(models.splice(0, mostAtOnce).map((model) => model.createCollection()));
  const db = driverDatabase(database);
  const plans = await planAll(database, [], 0);
  const empty = plans.filter(({ documents }) => documents === 0);
  await Promise.all(
    empty.map(({ collection, plan }) => buildTogether(db.collection(collection), plan.build)),
  );
  // Builds one index at a time, because each build reads every document and must end within the driver's time limit.
  for (const { collection, documents, plan } of plans)
    if (documents > 0) for (const index of plan.build) await buildIndex(db.collection(collection), index);
}

export interface CollectionPlan {
  collection: string;
  /** The estimated number of documents. */
  documents: number;
  plan: IndexPlan;
}

/** Which indexes to build and to drop. The data's `version` decides whether a `former` index is still needed. */
export async function planAll(
  database: Database,
  former: readonly FormerIndex[],
  version: number,
): Promise<CollectionPlan[]> {
  const planOne = async ([name, sharing]: [string, Model<unknown>[]]): Promise<CollectionPlan> => {
    const declared = sharing.flatMap(declaredIndexes);
    const collection = driverDatabase(database).collection(name);
    const here = former.filter((one) => one.collection === name);
    const spared = here.filter(({ from = 0 }) => from > version);
    const gone = here.filter((one) => !spared.includes(one));
    const plan = planIndexes(declared, await existingIndexes(collection), gone, spared);
    return { collection: name, documents: await collection.estimatedDocumentCount(), plan };
  };
  const models = Object.values(database.models) as Model<unknown>[];
  const byCollection = Map.groupBy(models, ({ collection }) => collection.collectionName);
  return Promise.all([...byCollection].map(planOne));
}

/** Builds missing indexes. Then drops the indexes of earlier releases, unless data of this version still needs them. */
export async function reconcileIndexes(
  database: Database,
  former: readonly FormerIndex[],
  version: number,
  say: (line: string) => void,
): Promise<void> {
  await buildIndexes(database);
  for (const { collection: name, plan } of await planAll(database, former, version)) {
    const collection = driverDatabase(database).collection(name);
    for (const index of plan.lifetimes) {
      // MongoDB does not allow both indexes at once, and a service's user may not run `collMod`. So drops the old index first.
      await collection.dropIndex(index.name);
      await buildIndex(collection, index);
      say(`${name}: built the index ${index.name} with another lifetime`);
    }
    for (const index of plan.drop) {
      await collection.dropIndex(index.name);
      say(`${name}: dropped the index ${index.name}`);
    }
  }
}

function declaredIndexes({ schema }: Model<unknown>): IndexDefinition[] {
  return schema.indexes().map(([key, options]) => definitionOf({ ...(options as object), key }));
}

async function existingIndexes(collection: mongo.Collection): Promise<NamedIndex[]> {
  try {
    const found = await collection.indexes();
    return found.map((index) => ({ ...definitionOf(index as IndexDefinition), name: index.name ?? '' }));
  } catch (error) {
    if ((error as { code?: number }).code === noSuchCollection) return [];
    throw error;
  }
}

function definitionOf(index: IndexDefinition): IndexDefinition {
  const { key, unique, sparse, partialFilterExpression, expireAfterSeconds } = index;
  return {
    key,
    ...(unique && { unique }),
    ...(sparse && { sparse }),
    ...(partialFilterExpression !== undefined && { partialFilterExpression }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
}

/** Builds the indexes of an empty collection with one request. */
async function buildTogether(collection: mongo.Collection, indexes: readonly NamedIndex[]): Promise<void> {
  if (indexes.length === 0) return;
  try {
    await collection.createIndexes(indexes as mongo.IndexDescription[]);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Another process added duplicates to the empty collection. If the indexes are built one by one, the error names them.
    for (const index of indexes) await buildIndex(collection, index);
  }
}

async function buildIndex(collection: mongo.Collection, index: NamedIndex): Promise<void> {
  const { key, ...options } = index;
  try {
    await collection.createIndex(key as mongo.IndexSpecification, options as mongo.CreateIndexesOptions, {});
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new PlainError(await nameDuplicates(collection, index), { cause: error });
  }
}

/** The message for records that violate a new unique index. Names some of these records. */
async function nameDuplicates(
  collection: mongo.Collection,
  { key, sparse }: IndexDefinition,
): Promise<string> {
  const fields = Object.keys(key);
  const value = Object.fromEntries(fields.map((field) => [field.replaceAll('.', '_'), `$${field}`]));
  const isIndexed = sparse ? { $or: fields.map((field) => ({ [field]: { $exists: true } })) } : {};
  const found = await collection
    .aggregate<{ _id: Record<string, unknown>; ids: unknown[] }>(
      [
        { $match: isIndexed },
        { $group: { _id: value, ids: { $push: '$_id' } } },
        { $match: { 'ids.1': { $exists: true } } },
        { $limit: mostNamed },
      ],
      { allowDiskUse: true },
    )
    .toArray();
  const groups = found.map(
    ({ _id, ids }) => `${JSON.stringify(_id)} in ${ids.slice(0, mostNamed).join(', ')}`,
  );
  return (
    `${collection.collectionName}: ${fields.join(', ')} must be unique, and these records (by id) share a value: ` +
    `${groups.join('; ')}. Change or remove all but one of each, then run this again.`
  );
}
