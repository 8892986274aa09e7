import type { Model, mongo } from 'mongoose';

/** For writes without mongoose's casts, defaults and validators: rules made the records, and schemas validated the input. */
export function driverCollection<D extends mongo.BSON.Document>(
  model: Pick<Model<never>, 'collection'>,
): mongo.Collection<D> {
  return model.collection as unknown as mongo.Collection<D>;
}
