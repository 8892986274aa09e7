import type { JsonSchema } from '#shared/contracts/schema-kit/fields.ts';
import { resources } from '#shared/contracts/endpoints/resources.ts';
import { problems } from '#shared/errors.ts';

/** Schemas of the document's answers: those that the contracts declare, and the wrappers that the gateway adds. */

const resourceNames: ReadonlyMap<JsonSchema, string> = new Map(
  Object.entries(resources).map(([name, schema]) => [schema, name]),
);

function resourceName(schema: JsonSchema): string {
  const name = resourceNames.get(schema);
  if (name === undefined) throw new Error('A resource that the API answers is not in resources.ts');
  return name;
}

export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** What a success answers with: the resource under `data`. */
export function wrapped(schema: JsonSchema): JsonSchema {
  return object({ data: schemaRef(resourceName(schema)) });
}

/** A list's answer in its three forms, by the `paginate` parameter. */
export function listAnswer(schema: JsonSchema): JsonSchema {
  const data = { type: 'array', items: schemaRef(resourceName(schema)) };
  return {
    anyOf: [
      { ...object({ data }), title: 'All', description: 'Without `paginate`: every match.' },
      ...pageForms(data),
    ],
  };
}

/** A list's answer that is never more than a page. */
export function pageAnswer(schema: JsonSchema): JsonSchema {
  return { anyOf: pageForms({ type: 'array', items: schemaRef(resourceName(schema)) }) };
}

function pageForms(data: JsonSchema): JsonSchema[] {
  return [
    {
      ...object({ data, links: schemaRef('PageLinks'), meta: schemaRef('PageMeta') }),
      title: 'Page',
      description: '`paginate=true`: one numbered page.',
    },
    {
      ...object({ data, links: schemaRef('PageLinks'), meta: schemaRef('CursorMeta') }),
      title: 'CursorPage',
      description: '`paginate=cursor`: one page of a walk by cursors.',
    },
  ];
}

/** Every component schema of the answers. */
export function answerSchemas(): Record<string, JsonSchema> {
  const resources = [...resourceNames].map(([schema, name]) => [name, openSchema(schema)] as const);
  return { ...Object.fromEntries(resources), ...pageSchemas, Problem: problemSchema };
}

/**
 * A declared schema as clients should take it: resources within it named, and open, because answers may gain fields.
 * (The declared ones are closed, so that tests notice an undeclared field.)
 */
export function openSchema(schema: JsonSchema): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([key, value]) => !(key === 'additionalProperties' && value === false),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, openValue(value)]));
}

function openValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(openValue);
  if (typeof value !== 'object' || value === null) return value;
  const name = resourceNames.get(value as JsonSchema);
  return name === undefined ? openSchema(value as JsonSchema) : schemaRef(name);
}

function object(properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const countOrNull: JsonSchema = { type: ['integer', 'null'], minimum: 0 };
const urlOrNull: JsonSchema = { type: ['string', 'null'], format: 'uri' };
const texts: JsonSchema = { type: 'array', items: text };

const pageSchemas: Record<string, JsonSchema> = {
  PageLinks: object({ first: urlOrNull, last: urlOrNull, prev: urlOrNull, next: urlOrNull }),
  PageMeta: object(
    {
      current_page: { type: 'integer', minimum: 1 },
      from: countOrNull,
      last_page: { type: 'integer', minimum: 1 },
      links: {
        type: 'array',
        items: object(
          { url: urlOrNull, label: text, page: { type: ['integer', 'null'] }, active: { type: 'boolean' } },
          ['page'],
        ),
      },
      path: { type: 'string', format: 'uri' },
      per_page: { type: 'integer', minimum: 1 },
      to: countOrNull,
      total: count,
      total_as_of: {
        type: 'string',
        format: 'date-time',
        description: 'When `total` was counted, where it is not of this moment.',
      },
    },
    ['total_as_of'],
  ),
  CursorMeta: object({
    path: { type: 'string', format: 'uri' },
    per_page: { type: 'integer', minimum: 1 },
    next_cursor: { type: ['string', 'null'] },
    prev_cursor: { type: ['string', 'null'] },
  }),
};

const problemSchema: JsonSchema = {
  ...object(
    {
      type: { type: 'string', format: 'uri-reference', description: 'Where the code is explained.' },
      title: text,
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(problems), description: 'Permanent; decide by this.' },
      message: { type: 'string', description: 'For people, in the language of Accept-Language.' },
      errors: {
        type: 'object',
        additionalProperties: texts,
        description: 'Messages by dotted field name: `items.0.amount`.',
      },
      instance: { type: 'string', format: 'uri-reference' },
      request_id: text,
      allowed: { ...texts, description: '`illegal_transition`: states that the order can move to.' },
      products: {
        type: 'array',
        description: '`out_of_stock`: what fell short.',
        items: object({ product_id: count, requested: count, available: count }),
      },
      changes: {
        type: 'array',
        description: '`precondition_failed`: the last changes since the version of If-Match.',
        items: object(
          {
            version: count,
            by: { ...text, description: 'Never told to shoppers.' },
            at: { type: 'string', format: 'date-time' },
            fields: texts,
          },
          ['by'],
        ),
      },
      version: { ...count, description: '`precondition_failed`: the version that it is at now.' },
      part: { type: 'string', description: '`unavailable`: the part of the store that is down.' },
      operation: {
        type: 'string',
        format: 'uri-reference',
        description: '`outcome_unknown`: where to look.',
      },
    },
    ['errors', 'allowed', 'products', 'changes', 'version', 'part', 'operation'],
  ),
  description: 'RFC 9457 with Laravel’s `message` and `errors`.',
};
