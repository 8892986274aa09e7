import type { JsonSchema } from './fields.ts';
import { arrayOf, objectOf, orNull, textSchema } from './resource-schema.ts';

const origin = {
  version: {
    type: 'integer',
    minimum: 1,
    description: 'Rises with each change. Ignore an event with a lower version than yours.',
  },
  changed: {
    ...arrayOf(textSchema),
    description:
      'Dotted names of the changed fields (`items.12.amount`: the amount of item 12). `*`: the record was created or deleted, or the fields are unknown.',
  },
  by: {
    ...orNull(objectOf({ area: { type: 'string', enum: ['admin', 'client'] }, subject: textSchema })),
    description:
      'The author of the change, by the subject of the token. null: unknown, as for changes by releases before 0.6.0.',
  },
  request_id: {
    ...orNull(textSchema),
    description: 'The request, or for a repair the audit run. null: unknown.',
  },
  operation_id: {
    ...orNull(textSchema),
    description:
      'The operation at `/api/operations/{id}`, which admins can read. null: unknown, or a repair.',
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
