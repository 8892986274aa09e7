import type { Model, mongo } from 'mongoose';

/**
 * A model's collection as the driver has it. mongoose is here for schemas, indexes, connections and typed queries; what
 * a batch writes goes to the driver, past mongoose's casts, defaults and validators: the rules made those records, and
 * the endpoints' schemas have checked what came from outside.
 */
export function driverCollection<D extends mongo.BSON.Document>(
  model: Pick<Model<never>, 'collection'>,
): mongo.Collection<D> {
  return model.collection as unknown as mongo.Collection<D>;
}
