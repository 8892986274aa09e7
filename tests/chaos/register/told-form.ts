import { events } from '#shared/contracts/events.ts';
import type { JsonSchema } from '#shared/contracts/schema-kit/fields.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** What an event knows of the change, beside what it shows of the record. */
const ofTheChange = new Set(['version', 'changed', 'by', 'request_id', 'operation_id']);

const shownOf = new Map<string, Properties>(
  Object.values(events).map(({ subjects, data }) => {
    const properties = Object.entries(data['properties'] as Properties).filter(
      ([name, schema]) => !ofTheChange.has(name) && !(name === 'stock' && schema['type'] === 'array'),
    );
    return [subjects, Object.fromEntries(properties)];
  }),
);

/** Whether there are events about such records: `orders/12`. */
export function isTold(record: string): boolean {
  return shownOf.has(kindIn(record));
}

/** What events show of a record, as text: the same of an event's data and of the record as its admins read it. */
export function toldForm(record: string, values: object): string {
  return JSON.stringify(picked(shownOf.get(kindIn(record)) ?? {}, values));
}

function kindIn(record: string): string {
  return record.split('/', 1)[0] ?? '';
}

function picked(properties: Properties, values: object): object {
  const had = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, pickedValue(schema, had[name])]),
  );
}

function pickedValue(schema: JsonSchema, value: unknown): unknown {
  const items = schema['items'] as JsonSchema | undefined;
  if (items && Array.isArray(value)) return value.map((one) => pickedValue(items, one));
  const properties = schema['properties'] as Properties | undefined;
  return properties && value !== null && typeof value === 'object' ? picked(properties, value) : value;
}
