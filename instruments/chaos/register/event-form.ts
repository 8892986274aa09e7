import { events } from '#shared/contracts/events.ts';
import type { JsonSchema } from '#shared/contracts/schema-kit/fields.ts';
import { pickDescribed } from '#shared/contracts/schema-kit/resource-schema.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** Fields of an event that describe the change instead of the record. */
const ofTheChange = new Set(['version', 'changed', 'by', 'request_id', 'operation_id']);

const shownOf = new Map<string, Properties>(
  Object.values(events).map(({ subjects, data }) => {
    const properties = Object.entries(data['properties'] as Properties).filter(
      ([name, schema]) => !ofTheChange.has(name) && !(name === 'stock' && schema['type'] === 'array'),
    );
    return [subjects, Object.fromEntries(properties)];
  }),
);

/** Whether records of this kind have events: `orders/12`. */
export function hasEvents(record: string): boolean {
  return shownOf.has(kindIn(record));
}

/** The fields that events publish of a record, as text. It is equal for an event and for the record as an admin reads it. */
export function eventForm(record: string, values: object): string {
  return JSON.stringify(pickDescribed({ properties: shownOf.get(kindIn(record)) ?? {} }, values));
}

function kindIn(record: string): string {
  return record.split('/', 1)[0] ?? '';
}
