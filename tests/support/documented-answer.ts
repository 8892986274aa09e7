import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import type { Answer, RequestOptions } from './answer.ts';
import { sharedDocument } from './document.ts';
import { noteAnswer } from './seen-answers.ts';

type Json = Record<string, unknown>;

export const document = sharedDocument();

export const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 6 });
formats.default(ajv);
ajv.addSchema(document, 'document');

/** Resolves a reference within the OpenAPI document. */
export function resolved<T extends object>(value: T | { $ref: string }): T {
  if (!('$ref' in value)) return value;
  const names = value.$ref.replace('#/', '').split('/');
  return names.reduce<unknown>((place, name) => (place as Json)[name], document) as T;
}

/** Compiled schemas are cached, because compiling one takes longer than checking a thousand values. */
const compiled = new WeakMap<Json, ValidateFunction>();

/** How a value deviates from a schema in the OpenAPI document; empty if the value conforms. */
export function deviationsFrom(schema: Json, value: unknown): string[] {
  const known = compiled.get(schema);
  const check = known ?? ajv.getSchema(refTo(schema)) ?? ajv.compile(absolute(schema));
  if (!known) compiled.set(schema, check);
  return check(value)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

const refTo = (schema: Json) => `document${String(schema['$ref'])}`;

function absolute(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"document#/components')) as Json;
}

/** The statuses that the OpenAPI document lists for an endpoint. */
export function declaredStatuses({ path, method }: { path: string; method: string }): string[] {
  const route = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')] as unknown as Methods | undefined;
  return Object.keys(route?.[method]?.responses ?? {});
}

type Methods = Record<string, { responses: Record<string, Response | { $ref: string }> }>;

interface Response {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: Json }>;
}

/** A sort key for paths. It sorts a literal segment before a parameter at the same place, as the gateway's routes do. */
const placesIn = (template: string) => template.replaceAll(/\{\w+\}/g, '\uffff');

const routes = Object.entries(document.paths)
  .map(([template, methods]) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
    methods: methods as unknown as Methods,
  }))
  .sort((a, b) => (placesIn(a.template) < placesIn(b.template) ? -1 : 1));

/** How a response deviates from the OpenAPI document. For undocumented routes, checks only error bodies. */
export function undocumented(
  method: string,
  path: string,
  options: RequestOptions,
  answer: Answer,
): string[] {
  const { pathname } = new URL(path, 'http://store.example');
  if (!pathname.startsWith('/api') || method === 'HEAD' || method === 'OPTIONS') return [];
  const route = routes.find(({ pattern }) => pattern.test(pathname));
  const named = method === 'PATCH' ? 'put' : method.toLowerCase();
  const operation = namesAnotherMethod(path, options) ? undefined : route?.methods[named];
  const endpoint = operation === undefined ? 'elsewhere' : `${named.toUpperCase()} ${route?.template ?? ''}`;
  noteAnswer(endpoint, answer.status, answer.headers.get('content-language') ?? '-');
  if (operation === undefined) return answer.status < 400 ? [] : problemDeviations(answer);
  const status = String(answer.status);
  const response = operation.responses[status] ?? operation.responses[`${status.charAt(0)}XX`];
  if (!response) return [`status ${answer.status} is not documented`];
  const { headers = {}, content } = resolved(response);
  return [...headerDeviations(headers, answer), ...bodyDeviations(content, answer)];
}

/** Whether a POST may override its method with a field, a query parameter or a header. */
function namesAnotherMethod(path: string, { headers = {}, json, body }: RequestOptions): boolean {
  const sent = `${path} ${JSON.stringify([headers, json ?? null])} ${typeof body === 'string' ? body : ''}`;
  return /_method|x-http-method-override/i.test(sent) || body instanceof Uint8Array;
}

function headerDeviations(headers: Record<string, { $ref: string }>, answer: Answer): string[] {
  return Object.entries(headers).flatMap(([name, header]) => {
    const { required } = resolved<{ required?: boolean }>(header);
    return required === true && !answer.headers.has(name) ? [`the header ${name} is missing`] : [];
  });
}

function bodyDeviations(content: Response['content'], answer: Answer): string[] {
  if (!content) return answer.text === '' ? [] : ['a body is not documented'];
  const type = answer.headers.get('content-type')?.split(';', 1)[0] ?? '';
  const media = content[type];
  if (!media) return [`the media type ${type} is not documented`];
  if (answer.body === undefined) return [];
  const { contentSchema: lines } = media.schema as { contentSchema?: { items: Json } };
  if (!lines)
    return deviationsFrom(media.schema, isText(media.schema) ? answer.text : withoutUnreadable(answer.body));
  return (answer.body as unknown[]).flatMap((line) => deviationsFrom(lines.items, line));
}

/** Whether the schema is only a string, as for a file: the OpenAPI document describes a file's lines in prose. */
function isText({ type }: Json): boolean {
  return type === 'string';
}

/** Leaves out rows of damaged records, because the list's row schema does not cover such rows. */
function withoutUnreadable(body: unknown): unknown {
  const { data } = body as { data?: unknown };
  if (!Array.isArray(data)) return body;
  const isUnreadable = (row: unknown) =>
    deviationsFrom({ $ref: '#/components/schemas/UnreadableRecord' }, row).length === 0;
  return { ...(body as Json), data: data.filter((row) => !isUnreadable(row)) };
}

function problemDeviations({ body }: Answer): string[] {
  return body === undefined ? [] : deviationsFrom({ $ref: '#/components/schemas/Problem' }, body);
}
