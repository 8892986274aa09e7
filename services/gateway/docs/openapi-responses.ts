import type { JsonSchema } from '#shared/contracts/kit/fields.ts';
import { problems, type ProblemCode, type ProblemDetails } from '#shared/contracts/errors.ts';
import { problemGuide } from '../problems/problem-guide.ts';
import { problemBody } from '../problems/problem-response.ts';
import { count, pascal, schemaRef, text } from './openapi-schemas.ts';

type Responses = Record<string, JsonSchema>;

export const responseHeaders = {
  'X-Request-Id': {
    description: 'Logs and traces of this request contain it.',
    required: true,
    schema: text,
  },
  'X-RateLimit-Limit': { description: 'Requests per minute.', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', schema: count },
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: count },
  'WWW-Authenticate': { description: 'Why the token was rejected.', required: true, schema: text },
  Allow: { description: 'The methods of this path.', required: true, schema: text },
  'Cache-Control': {
    description:
      '`no-store`: no cache may store the response, because it may contain personal data. `private, no-cache`: the caller’s own ' +
      'cache may store it, and must revalidate it before each use.',
    required: true,
    schema: { type: 'string', enum: ['no-store', 'private, no-cache'] },
  },
  Vary: {
    description:
      'The request headers that the response depends on: `Authorization`, `Cookie`, `Accept-Language` and others.',
    required: true,
    schema: text,
  },
  ETag: {
    description:
      'Contains the version and the language, and for some endpoints a digest of the caller or the response. Send it as ' +
      'If-None-Match, or as If-Match, which compares only the version.',
    schema: text,
  },
  Location: {
    description: 'The path of the created record or operation.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Content-Language': {
    description: 'The language of the response.',
    schema: { type: 'string', enum: ['en', 'ar'] },
  },
  'Idempotency-Replayed': {
    description: 'The response repeats the outcome of an earlier request with this Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'Content-Disposition': { description: 'The name of the file: the list and the time.', schema: text },
  'Preference-Applied': { description: 'The part of Prefer that was applied.', schema: text },
} as const satisfies Record<string, JsonSchema>;

export type ResponseHeader = keyof typeof responseHeaders;

const always: ResponseHeader[] = [
  ...(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const),
  ...(['Cache-Control', 'Vary'] as const),
];

export function response(
  description: string,
  content: JsonSchema | null,
  headers: ResponseHeader[] = [],
): JsonSchema {
  const names = [...always, ...headers];
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }] as const);
  return { description, headers: Object.fromEntries(refs), ...(content && { content }) };
}

export function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

/** The result is keyed by status. Its values are references to `problemComponents`. */
export function problemResponses(codes: readonly ProblemCode[]): Responses {
  const statuses = codesByStatus(codes);
  return Object.fromEntries(
    [...statuses].map(([status, group]) => [
      String(status),
      { $ref: `#/components/responses/${groupName(group)}` },
    ]),
  );
}

export function problemComponents(codes: readonly ProblemCode[]): Responses {
  return Object.fromEntries(
    [...codesByStatus(codes).values()].map((group) => [groupName(group), problemAnswer(group)]),
  );
}

/** Bulk work rejects single records with these codes. No error response to a request has one of these codes. */
const recordCodes: ReadonlySet<ProblemCode> = new Set(['moved_on', 'changed_since']);

export function problemExamples(): Record<string, JsonSchema> {
  const codes = Object.keys(problems) as ProblemCode[];
  const requestId = '7b6ef0f3-41a5-4c5e-9a0f-2d1f6f1b8f0e';
  const context = { language: 'en', instance: '/api/admin/orders/17', requestId } as const;
  const exampleOf = (code: ProblemCode) => ({
    summary: problems[code].title,
    value: problemBody({ code, ...exampleDetails[code] }, context),
  });
  return Object.fromEntries(
    codes.filter((code) => !recordCodes.has(code)).map((code) => [code, exampleOf(code)]),
  );
}

function codesByStatus(codes: readonly ProblemCode[]): Map<number, ProblemCode[]> {
  return Map.groupBy(new Set(codes), (code) => problems[code].status);
}

/** `['malformed_query', 'malformed_body']` → `MalformedQueryOrMalformedBody`. */
function groupName(codes: readonly ProblemCode[]): string {
  return codes.map(pascal).join('Or');
}

const headersOf: Partial<Record<ProblemCode, ResponseHeader[]>> = {
  unauthenticated: ['WWW-Authenticate'],
  method_not_allowed: ['Allow'],
  precondition_failed: ['ETag'],
  too_many_requests: ['Retry-After'],
  unavailable: ['Retry-After'],
};

function problemAnswer(codes: ProblemCode[]): JsonSchema {
  const description = codes.map((code) => `\`${code}\`: ${problemGuide[code].means}`).join('\n\n');
  const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  const body = { schema: schemaRef('Problem'), examples };
  const headers = [...new Set(codes.flatMap((code) => headersOf[code] ?? []))];
  return response(description, { 'application/json': body, 'application/problem+json': body }, headers);
}

/** Details for the examples of error codes, if clients read more than the code and the message. */
export const exampleDetails: Partial<Record<ProblemCode, Omit<ProblemDetails, 'code'>>> = {
  validation_failed: {
    fields: [
      { field: 'price', rule: 'required' },
      { field: 'en.name', rule: 'min_characters', params: { min: 2 } },
    ],
  },
  illegal_transition: {
    fields: [
      {
        field: 'status',
        rule: 'illegal_transition',
        params: { from: 'shipped', to: 'cancelled', allowed: 'delivered, returned' },
      },
    ],
    extra: { allowed: ['delivered', 'returned'] },
  },
  out_of_stock: {
    extra: {
      products: [{ product_id: 3, name: { en: 'Green tea', ar: 'شاي أخضر' }, requested: 2, available: 1 }],
    },
  },
  precondition_failed: {
    extra: {
      changes: [{ version: 4, by: 'admin:admin', at: '2026-01-31T09:30:00.000Z', fields: ['price'] }],
      version: 4,
    },
  },
  cursor_expired: { extra: { cursor: 'q9fW3z1…', snapshot: ['/api/admin/orders', '/api/admin/users'] } },
  unavailable: { extra: { part: 'broker' } },
  outcome_unknown: { extra: { part: 'broker', operation: '/api/operations/WyI5ZjMi.c2lnbmVk' } },
};
