import { Schema, type SchemaDefinition, type SchemaOptions } from 'mongoose';
import { byName } from '../../contracts/kit/json-values.ts';

type FieldType = typeof String | typeof Number | typeof Boolean | typeof Date | typeof Schema.Types.Mixed;
type Declared<Name extends string> = Record<Name, FieldType>;

const declared =
  (type: FieldType) =>
  <const Name extends string>(...names: Name[]): Declared<Name> =>
    byName(names, () => type);

export const texts = declared(String);
export const numbers = declared(Number);
export const flags = declared(Boolean);
export const dates = declared(Date);
/** Fields that hold objects or lists. */
export const mixed = declared(Schema.Types.Mixed);

/** Compresses documents that resemble each other into two thirds of the space of MongoDB's default compression. */
export const denser: SchemaOptions = {
  collectionOptions: { storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } } },
};

/**
 * Declares a collection. Mongoose converts the values of filters to these types, and rejects filters on other fields.
 * Mongoose checks no documents, because the driver writes them, and they are read as they are stored. If a field of the
 * record is missing, the code does not compile. The engine itself declares the field `created_by_command`, with its index.
 */
export function collectionSchema<R>(
  collection: string,
  fields: Declared<Exclude<keyof R & string, 'created_by_command'>>,
  options: SchemaOptions = {},
): Schema<R> {
  return new Schema<R>(fields as SchemaDefinition<R>, { collection, versionKey: false, ...options } as never);
}
