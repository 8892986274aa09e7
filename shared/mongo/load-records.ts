import type { Model } from 'mongoose';

const maxTimeMs = 10_000;

/** A model, whatever its documents are. */
export type AnyModel = Pick<Model<unknown>, 'collection'>;

/** The records of these ids: one query, none when there are no ids. The lists' `search` text stays out. */
export async function byId<R extends { _id: number | string }>(
  model: AnyModel,
  wanted: readonly R['_id'][],
): Promise<Map<R['_id'], R>> {
  if (wanted.length === 0) return new Map();
  return byField(model, '_id', wanted);
}

/** The records that have one of these values in `field`, by id. */
export async function byField<R extends { _id: number | string }>(
  model: AnyModel,
  field: string,
  values: readonly (number | string)[],
): Promise<Map<R['_id'], R>> {
  if (values.length === 0) return new Map();
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
