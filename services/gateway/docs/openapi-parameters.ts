import {
  kindOf,
  object,
  type Field,
  type JsonSchema,
  type StoreLocale,
} from '#shared/contracts/kit/fields.ts';
import { exportFormatField, exportRowsField, type ListExport } from '#shared/contracts/kit/exports.ts';
import { pagingFields, walkQuery, type ListContract } from '#shared/contracts/kit/list-query.ts';
import { inputSchema, openSchema, partSchemas, propertiesOf, type SchemaNames } from './openapi-schemas.ts';

type Parameter = JsonSchema & { name: string; in: 'path' | 'query' | 'header' };

const text: JsonSchema = { type: 'string' };

export const headerParameters: Record<string, Parameter> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of messages and of `name` and `description`: `en` (default) or `ar`.',
    schema: text,
    example: 'en',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier response: 304 if nothing has changed.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that you last read: 412 if the record has changed since.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A retry with the same key and body gets the outcome of the first request, for 24 hours.',
    schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.',
    schema: text,
  },
};

export const lastEventId: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The `id` of the last received event. `EventSource` sends it by itself.',
  schema: text,
};

export function parameterRef(name: string): JsonSchema {
  return { $ref: `#/components/parameters/${name}` };
}

/** `/api/admin/orders/:order` → `/api/admin/orders/{order}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/**
 * Each parameter in a path is a record's id, unless the write declares it as a text (`pathField`) with a schema and an example.
 */
export function pathParameters(
  path: string,
  examples: Readonly<Record<string, number>> = {},
  text?: { name: string; schema: JsonSchema; example: unknown },
): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    if (name !== text?.name) return idParameter(name, examples[name]);
    const { description, ...schema } = text.schema;
    return { name, in: 'path', required: true, description, schema, example: text.example };
  });
}

function idParameter(name: string, example = 1): Parameter {
  return {
    name,
    in: 'path',
    required: true,
    description: `Id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
    schema: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
    example,
  };
}

/** The parameters of many endpoints, with their names in the document's components. */
const sharedNames: Readonly<Record<string, string>> = {
  paginate: 'Paginate',
  page: 'Page',
  per_page: 'PerPage',
  cursor: 'Cursor',
  format: 'Format',
  rows: 'Rows',
};

export function queryParameters(query: Field<unknown>, locale: StoreLocale): Parameter[] {
  const { names } = partSchemas(locale);
  return Object.entries(propertiesOf(inputSchema(query, locale))).map(([name, schema]) =>
    queryParameter(name, schema, names),
  );
}

export function sharedParameters(locale: StoreLocale): Record<string, Parameter> {
  const fields = { ...pagingFields, format: exportFormatField, rows: exportRowsField };
  const parameters = queryParameters(object(fields), locale);
  return Object.fromEntries(
    parameters.map((parameter) => [sharedNames[parameter.name] ?? parameter.name, parameter]),
  );
}

/** Each filter is a separate parameter, such as `filters[status]`, because every tool can show and send that form. */
export function listParameters(list: ListContract<unknown>, locale: StoreLocale): JsonSchema[] {
  const { names } = partSchemas(locale);
  const { filters, ...others } = propertiesOf(inputSchema(list.query, locale));
  const schemas = propertiesOf(filters ?? {});
  const filtering = Object.entries(list.filters).flatMap(([name, filter]) => {
    const schema = schemas[name] ?? {};
    const { ends } = kindOf(filter);
    const end = ends && inputSchema(ends, locale);
    return [
      queryParameter(`filters[${name}]`, { description: narrowing(name, schema), ...schema }, names),
      ...(['from', 'to'] as const).flatMap((at) => {
        const described = end && { ...end, description: ending(name, at, schema) };
        return described ? [queryParameter(`filters[${name}][${at}]`, described, names)] : [];
      }),
    ];
  });
  return [...orShared(others, locale), ...filtering];
}

export function walkParameters(locale: StoreLocale): JsonSchema[] {
  return orShared(propertiesOf(inputSchema(walkQuery, locale)), locale);
}

export function fileParameters(list: ListExport, locale: StoreLocale): JsonSchema[] {
  return orShared(propertiesOf(inputSchema(list.query, locale)), locale);
}

/** A parameter that is the same for many endpoints becomes a reference. */
function orShared(properties: Record<string, JsonSchema>, locale: StoreLocale): JsonSchema[] {
  const { names } = partSchemas(locale);
  const shared = sharedParameters(locale);
  return Object.entries(properties).map(([name, schema]) => {
    const common = sharedNames[name];
    return common !== undefined && shared[common]?.['description'] === schema['description']
      ? parameterRef(common)
      : queryParameter(name, schema, names);
  });
}

function ending(name: string, at: 'from' | 'to', { format }: JsonSchema): string {
  if (format !== 'date') return `No ${at === 'from' ? 'less' : 'more'} than this \`${name}\`.`;
  const [side, included] = at === 'from' ? ['earlier', 'included'] : ['later', 'not included'];
  return `No ${side} \`${name}\` than this: a day in the store’s time zone, or a moment (itself ${included}).`;
}

function narrowing(name: string, { format }: JsonSchema): string {
  return format === 'date'
    ? `Narrows to one day of \`${name}\`, in the store’s time zone.`
    : `Narrows by \`${name}\`.`;
}

function queryParameter(name: string, { description, ...schema }: JsonSchema, names: SchemaNames): Parameter {
  const { schema: rendered } = propertiesOf(openSchema({ properties: { schema } }, names));
  return { name, in: 'query', ...(description !== undefined && { description }), schema: rendered };
}
