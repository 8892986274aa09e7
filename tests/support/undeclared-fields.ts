import { endpoints } from '#services/gateway/http/routes.ts';
import { schemaOf, type Schema } from './broken-values.ts';

/** The server never produces these values, so if one appears anywhere, it came from a request. */
export const marks = { text: 'assigned-by-a-stranger', number: 987_654_321.5 };
export const markedValues = [marks.text, marks.number, { inner: marks.text }, [marks.text]];

/** Internal field names in commands and stored records, in addition to the declared fields. */
const serverNames = [
  '_id',
  '__v',
  'version',
  'owner',
  'caller',
  'subject',
  'userId',
  'scope',
  'area',
  'type',
  'ifMatch',
  'fingerprint',
  'dryRun',
  'requestId',
  'params',
  'body',
  'command',
  'outcome',
  'search',
  'is_deleted',
  '$set',
  '$inc',
  '$unset',
  '__proto__',
  'constructor',
  'prototype',
  'isAdmin',
  'role',
  'en.secret',
];

/**
 * The names that tests send as undeclared fields: every field name in the API's request and response bodies, at any depth, and
 * `serverNames`. Without `dry_run`, which a write does not ignore but rejects if it cannot be rehearsed.
 */
export const names = [
  ...new Set([
    ...endpoints.flatMap(({ kind, declared }) => [
      ...namesIn((declared.answers ?? {}) as Schema),
      ...(kind === 'write' ? namesIn(schemaOf(declared.body)) : []),
    ]),
    ...serverNames,
  ]),
].filter((name) => name !== 'dry_run');

function namesIn(schema: Schema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...namesIn(inner),
    ...namesIn(inner.items ?? {}),
  ]);
}

/**
 * The valid body, with all other field names added to it and to each nested object. The added fields have the
 * marked values in rotation. The rotation begins at index `turn`.
 */
export function overloaded(
  body: Record<string, unknown>,
  schema: Schema,
  turn: number,
): Record<string, unknown> {
  const own = schema.properties ?? {};
  const others = names
    .filter((name) => !Object.hasOwn(own, name))
    .map((name, index) => [name, markedValues[(index + turn) % markedValues.length]] as const);
  const within = Object.entries(own).flatMap(([name, inner]): [string, unknown][] => {
    const sent = body[name];
    if (Array.isArray(sent) && inner.items?.properties) {
      const entry = inner.items;
      return [[name, sent.map((each) => overloaded(each as Record<string, unknown>, entry, turn))]];
    }
    if (inner.properties && typeof sent === 'object' && sent !== null)
      return [[name, overloaded(sent as Record<string, unknown>, inner, turn)]];
    return [];
  });
  // Object.fromEntries creates an ordinary field named `__proto__`.
  return Object.fromEntries([...others, ...Object.entries(body), ...within]);
}
