import { idSchema, objectOf } from '../schema-kit/resource-schema.ts';

/** Replaces a damaged record in a list, so that the other rows are still shown. */
export const unreadableRecordSchema = {
  ...objectOf({ id: idSchema, unreadable: { type: 'boolean', const: true } }),
  description: 'A row of a list in place of a record that is damaged in the database. Operators restore it.',
};
