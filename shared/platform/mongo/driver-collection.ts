import type { Model, mongo } from 'mongoose';

/** Writes without mongoose's casts, defaults and validators, because rules made the records from validated input. */
export function driverCollection<D extends mongo.BSON.Document>(
  model: Pick<Model<never>, 'collection'>,
): mongo.Collection<D> {
  return model.collection as unknown as mongo.Collection<D>;
}
