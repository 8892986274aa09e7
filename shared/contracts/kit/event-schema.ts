import type { EventContract, ServiceName } from './define.ts';
import type { JsonSchema } from './fields.ts';
import { mapValues } from './json-values.ts';
import * as s from './resource-schema.ts';

const origin = {
  version: {
    type: 'integer',
    minimum: 1,
    description: 'Rises with each change. Ignore an event with a lower version than yours.',
  },
  changed: s.arrayOf(
    s.text,
    'Dotted names of the changed fields (`items.12.amount`: the amount of item 12). `*`: the record was created or deleted, or the fields are unknown.',
  ),
  by: s.orNull(
    s.objectOf({ area: { type: 'string', enum: ['admin', 'client'] }, subject: s.text }),
    'The author of the change, by the subject of the token. null: unknown, as for changes by releases before 0.6.0, or a shopper whose order moved stock.',
  ),
  request_id: s.orNull(s.text, 'The request, or for a repair the audit run. null: unknown.'),
  operation_id: s.orNull(
    s.text,
    'The operation at `/api/operations/{id}`, which admins can read. null: unknown, or a repair.',
  ),
} satisfies Record<string, JsonSchema>;

/** The events of one kind of record. Their data has the common fields, the `optional` fields and the record. */
export function eventsOf<Type extends string>(
  service: ServiceName,
  subjects: string,
  record: JsonSchema,
  summaries: Readonly<Record<Type, string>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
) {
  const data = {
    ...record,
    properties: { ...origin, ...optional, ...(record['properties'] as Record<string, JsonSchema>) },
    required: [...Object.keys(origin), ...(record['required'] as string[])],
  };
  return mapValues(summaries, (summary): EventContract => ({ service, subjects, data, summary }));
}
