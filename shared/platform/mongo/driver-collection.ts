import type { Model, mongo } from 'mongoose';

/**
 * The driver's collection of a model, for writes without mongoose's casts, defaults and validators. Batches do not need
 * those: the rules created the records, and the endpoints' schemas have validated the input.
 */
export function driverCollection<D extends mongo.BSON.Document>(
  model: Pick<Model<never>, 'collection'>,
): mongo.Collection<D> {
  return model.collection as unknown as mongo.Collection<D>;
}
