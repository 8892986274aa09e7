import type { mongo } from 'mongoose';
import type { Position } from './erased-people.ts';

const documentsAtOnce = 2000;

interface Stored {
  _id: Position;
}

/** Reads by rising id. Returns the portion's matching documents and last id, or null at the collection's end. */
export async function nextPortion<D extends Stored>(
  collection: mongo.Collection<D>,
  matching: object,
  after: Position | null,
): Promise<{ found: D[]; last: Position } | null> {
  const further = (after === null ? {} : { _id: { $gt: after } }) as mongo.Filter<D>;
  const ids = await collection
    .find(further, { projection: { _id: 1 } })
    .sort({ _id: 1 })
    .limit(documentsAtOnce)
    .toArray();
  const [first, last] = [ids[0]?._id, ids.at(-1)?._id];
  if (first === undefined || last === undefined) return null;
  const filter = { $and: [{ _id: { $gte: first, $lte: last } }, matching] } as mongo.Filter<D>;
  return { found: (await collection.find(filter).toArray()) as D[], last };
}
