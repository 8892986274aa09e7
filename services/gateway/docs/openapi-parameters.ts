import type { JsonSchema } from '#shared/contracts/schema-kit/fields.ts';
import type { ListContract } from '#shared/contracts/schema-kit/list-query.ts';
import { inputSchema, propertiesOf } from './openapi-bodies.ts';

export type Parameter = JsonSchema & { name: string; in: 'path' | 'query' | 'header' };

const text: JsonSchema = { type: 'string' };

/** Headers that many endpoints understand, by their name in the document. */
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
      'Comes back in the answer and finds the trace: up to 128 of `A-Za-z0-9_.:+/=-`. Else one is made.',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag that you hold: 304 while it is still right.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag that you last read: 412 when the record has moved on since.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key and body again joins the first request or replays its outcome, for 24 hours.',
    schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=N`: seconds to wait for the outcome (default 5, at most 30). `respond-async`: 202 at once.',
    schema: text,
  },
};

export function parameterRef(name: keyof typeof headerParameters): JsonSchema {
  return { $ref: `#/components/parameters/${name}` };
}

/** `/api/admin/orders/:order` → `/api/admin/orders/{order}`. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

/** A path's parameters: every one is a record's id. */
export function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
    example: 1,
  }));
}

/** A list's query, each filter as a parameter of its own: every tool can show and send that. */
export function listParameters(list: ListContract<unknown>): Parameter[] {
  const { filters, ...others } = propertiesOf(inputSchema(list.query));
  const inQuery = (prefix: string, schemas: Record<string, JsonSchema>) =>
    Object.entries(schemas).map(([name, schema]) =>
      queryParameter(prefix === '' ? name : `${prefix}[${name}]`, schema),
    );
  return [...inQuery('', others), ...inQuery('filters', propertiesOf(filters ?? {}))];
}

export function queryParameter(name: string, { description, ...schema }: JsonSchema): Parameter {
  return { name, in: 'query', ...(description !== undefined && { description }), schema };
}
