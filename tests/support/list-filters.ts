import { kindOf } from '#shared/contracts/kit/fields.ts';
import { fieldsOf, schemaOf, type BodyField } from './broken-values.ts';
import type { ReadEndpoint } from './endpoints.ts';

interface ListFilter {
  /** The text between the brackets: `price` in `filters[price]`, `price][from` in `filters[price][from]`. */
  name: string;
  field: BodyField;
}

export function filtersOf({ declared }: ReadEndpoint): ListFilter[] {
  const { list } = declared;
  const filters = list && schemaOf(list.query).properties?.['filters'];
  return fieldsOf({ properties: { filters: filters ?? {} } })
    .filter(({ path }) => path.length === 2)
    .map((field) => ({ name: String(field.path[1]), field }));
}

/** The two ends of each range filter. */
export function rangeEndsOf({ declared }: ReadEndpoint): ListFilter[] {
  return Object.entries(declared.list?.filters ?? {}).flatMap(([name, filter]) => {
    const { ends } = kindOf(filter);
    if (!ends) return [];
    return ['from', 'to'].map((at) => {
      const field = { path: ['filters', name, at], schema: schemaOf(ends), isRequired: false };
      return { name: `${name}][${at}`, field };
    });
  });
}
