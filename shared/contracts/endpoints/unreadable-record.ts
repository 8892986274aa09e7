import { idSchema, objectOf } from '../schema-kit/resource-schema.ts';

/** A row of a list in place of a record that is damaged in the database: the others are shown all the same. */
export const unreadableRecordSchema = {
  ...objectOf({ id: idSchema, unreadable: { type: 'boolean', const: true } }),
  description: 'A row of a list in place of a record that is damaged in the database. Operators restore it.',
};
