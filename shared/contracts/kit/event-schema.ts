import type { JsonSchema } from './fields.ts';
import { arrayOf, objectOf, orNull, textSchema } from './resource-schema.ts';

const origin = {
  version: {
    type: 'integer',
    minimum: 1,
    description: 'Rises with each change: drop an event that is older than what you have.',
  },
  changed: {
    ...arrayOf(textSchema),
    description:
      'Dotted names of the fields that changed (`items.12.amount`: of the item 12). `*`: the record was created or deleted, or the fields are not known.',
  },
  by: {
    ...orNull(objectOf({ area: { type: 'string', enum: ['admin', 'client'] }, subject: textSchema })),
    description:
      'Whose request it was, by the subject of their token. null: not known, as of changes by releases before 0.6.0.',
  },
  request_id: { ...orNull(textSchema), description: 'Of a repair: of its run. null: not known.' },
  operation_id: {
    ...orNull(textSchema),
    description: 'Of `/api/operations/{id}`, where admins find it. null: not known, or a repair.',
  },
} satisfies Record<string, JsonSchema>;

/** The data of an event: the common fields of every change, and the record after the change. */
export function withOrigin(
  resource: JsonSchema,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return {
    ...resource,
    properties: { ...origin, ...optional, ...(resource['properties'] as Record<string, JsonSchema>) },
    required: [...Object.keys(origin), ...(resource['required'] as string[])],
  };
}
