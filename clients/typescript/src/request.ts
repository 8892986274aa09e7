import { newIdempotencyKey } from './idempotency-key.ts';
import type { Request } from './call.ts';

/** A request in the form in which it is sent, identical for every try. */
export interface Outgoing {
  method: string;
  url: string;
  headers: Headers;
  body: string | null;
  /** The idempotency key of a write. */
  key: string | undefined;
}

export function outgoing(
  method: string,
  { url, path, query, headers, body }: Request,
  { baseUrl, language }: { baseUrl: string; language: string | undefined },
): Outgoing {
  const all = new Headers(language === undefined ? {} : { 'Accept-Language': language });
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, string | undefined>)) {
    if (value !== undefined) all.set(name, value);
  }
  const isWrite = method !== 'GET';
  if (isWrite && !all.has('Idempotency-Key')) all.set('Idempotency-Key', newIdempotencyKey());
  if (body === undefined) all.delete('Content-Type');
  return {
    method,
    url: baseUrl.replace(/\/+$/, '') + filled(url, path) + queryString(query),
    headers: all,
    body: body === undefined ? null : JSON.stringify(body),
    key: isWrite ? (all.get('Idempotency-Key') ?? undefined) : undefined,
  };
}

function filled(template: string, path: unknown): string {
  const values = (path ?? {}) as Record<string, string | number>;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

function queryString(query: unknown): string {
  const pairs = entriesOf('', query as Parameter).map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

type Parameter = string | number | boolean | undefined | null | { [name: string]: Parameter };

/** Flattens nested names with brackets: `filters[status]`. */
function entriesOf(name: string, value: Parameter): [string, string][] {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    entriesOf(name === '' ? key : `${name}[${key}]`, inner),
  );
}
