import { events } from '#shared/contracts/events.ts';
import type { JsonSchema } from '#shared/contracts/kit/fields.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** Fields of an event that describe the change and not the record. */
const ofTheChange = new Set(['version', 'changed', 'by', 'request_id', 'operation_id']);

const shownOf = new Map<string, Properties>(
  Object.values(events).map(({ subjects, data }) => {
    const properties = Object.entries(data['properties'] as Properties).filter(
      ([name, schema]) => !ofTheChange.has(name) && !(name === 'stock' && schema['type'] === 'array'),
    );
    return [subjects, Object.fromEntries(properties)];
  }),
);

/** Whether this record, such as `orders/12`, has events. */
export function hasEvents(record: string): boolean {
  return shownOf.has(kindIn(record));
}

/** The published fields of a record, as text. The text is the same for an event and for the record that an admin reads. */
export function eventForm(record: string, values: object): string {
  return JSON.stringify(pickDescribed({ properties: shownOf.get(kindIn(record)) ?? {} }, values));
}

function kindIn(record: string): string {
  return record.split('/', 1)[0] ?? '';
}

/** Keeps only the properties that the schema describes, in the schema's order. */
function pickDescribed(schema: JsonSchema, value: unknown): unknown {
  const items = schema['items'] as JsonSchema | undefined;
  if (items && Array.isArray(value)) return value.map((one) => pickDescribed(items, one));
  const properties = schema['properties'] as Properties | undefined;
  if (!properties || value === null || typeof value !== 'object') return value;
  const had = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).map(([name, inner]) => [name, pickDescribed(inner, had[name])]),
  );
}
