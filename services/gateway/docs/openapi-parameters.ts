import {
  kindOf,
  object,
  type Field,
  type JsonSchema,
  type StoreLocale,
} from '#shared/contracts/kit/fields.ts';
import { exportFormatField, exportRowsField } from '#shared/contracts/kit/exports.ts';
import { pagingFields, type ListContract } from '#shared/contracts/kit/list-query.ts';
import {
  inputSchema,
  openSchema,
  partSchemas,
  pascal,
  propertiesOf,
  text,
  type SchemaNames,
} from './openapi-schemas.ts';

type Parameter = JsonSchema & { name: string; in: 'path' | 'query' | 'header' };

function header(name: string, description: string, schema = text): Parameter {
  return { name, in: 'header', description, schema };
}

export const headerParameters: Record<string, Parameter> = {
  AcceptLanguage: {
    ...header(
      'Accept-Language',
      'Language of messages and of `name` and `description`: `en` (default) or `ar`.',
    ),
    example: 'en',
  },
  RequestId: header(
    'X-Request-Id',
    'The response repeats it, and logs and traces contain it: up to 128 of `A-Za-z0-9_.:+/=-`. Otherwise the server generates one.',
  ),
  IfNoneMatch: header('If-None-Match', 'The ETag of an earlier response: 304 if nothing has changed.'),
  IfMatch: header('If-Match', 'The ETag that you last read: 412 if the record has changed since.'),
  IdempotencyKey: header(
    'Idempotency-Key',
    'A retry with the same key and body gets the outcome of the first request, for 24 hours.',
    { type: 'string', pattern: '^[ -~]{1,255}$' },
  ),
  Prefer: header(
    'Prefer',
    '`wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 immediately.',
  ),
};

export const lastEventId = header(
  'Last-Event-ID',
  'The `id` of the last received event. `EventSource` sends it by itself.',
);

export function parameterRef(name: string): JsonSchema {
  return { $ref: `#/components/parameters/${name}` };
}

/** `/api/admin/orders/:order` → `/api/admin/orders/{order}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** Each parameter is a record's id, unless the write declares it as a text (`pathField`) with a schema and an example. */
export function pathParameters(
  path: string,
  examples: Readonly<Record<string, number>> = {},
  text?: { name: string; schema: JsonSchema; example: unknown },
): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    name === text?.name
      ? { ...pathParameter(name, text.schema), example: text.example }
      : { ...pathParameter(name, idSchema(name)), example: examples[name] ?? 1 },
  );
}

export function pathParameter(name: string, { description, ...schema }: JsonSchema): Parameter {
  return { name, in: 'path', required: true, description, schema };
}

function idSchema(parameter: string): JsonSchema {
  const kind = parameter.replace(/_id$/, '').replaceAll('_', ' ');
  return { type: 'integer', minimum: 1, maximum: 999_999_999_999_999, description: `Id of the ${kind}.` };
}

export function queryParameters(query: Field<unknown>, locale: StoreLocale): Parameter[] {
  const { names } = partSchemas(locale);
  return Object.entries(propertiesOf(inputSchema(query, locale))).map(([name, schema]) =>
    queryParameter(name, schema, names),
  );
}

/** The parameters of many endpoints, by their names in the document's components, such as `PerPage`. */
export function sharedParameters(locale: StoreLocale): Record<string, Parameter> {
  const fields = { ...pagingFields, format: exportFormatField, rows: exportRowsField };
  const parameters = queryParameters(object(fields), locale);
  return Object.fromEntries(parameters.map((parameter) => [pascal(parameter.name), parameter]));
}

/** Like `queryParameters`, but a parameter that is the same for many endpoints becomes a reference. */
export function referredParameters(query: Field<unknown>, locale: StoreLocale): JsonSchema[] {
  return orShared(propertiesOf(inputSchema(query, locale)), locale);
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

function orShared(properties: Record<string, JsonSchema>, locale: StoreLocale): JsonSchema[] {
  const { names } = partSchemas(locale);
  const shared = sharedParameters(locale);
  return Object.entries(properties).map(([name, schema]) => {
    const common = shared[pascal(name)];
    return common && common['description'] === schema['description']
      ? parameterRef(pascal(name))
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
