import type { Model, mongo } from 'mongoose';

/**
 * A model's collection in the driver. mongoose provides schemas, indexes, connections and typed queries, but
 * batches write with the driver, without mongoose's casts, defaults and validators: the rules created those
 * records, and the endpoints' schemas have validated input.
 */
export function driverCollection<D extends mongo.BSON.Document>(
  model: Pick<Model<never>, 'collection'>,
): mongo.Collection<D> {
  return model.collection as unknown as mongo.Collection<D>;
}
