import { endpoints } from '#services/gateway/routes.ts';
import { schemaOf, type Schema } from './broken-values.ts';

/** The store never writes these values itself, so wherever one appears, a request put it there. */
export const marks = { text: 'assigned-by-a-stranger', number: 987_654_321.5 };
export const markedValues = [marks.text, marks.number, { inner: marks.text }, [marks.text]];

/** Internal names of commands and documents, in addition to the declared fields. */
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

/** Every field name in a body or answer of the API, at any depth, and the server's internal names. */
export const names = [
  ...new Set([
    ...endpoints.flatMap(({ kind, declared }) => [
      ...namesIn((declared.answers ?? {}) as Schema),
      ...(kind === 'write' ? namesIn(schemaOf(declared.body)) : []),
    ]),
    ...serverNames,
  ]),
];

function namesIn(schema: Schema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...namesIn(inner),
    ...namesIn(inner.items ?? {}),
  ]);
}

/**
 * The valid body with all other names added to it and to each object inside. The names take the marked values in
 * rotation, which begins at `turn`.
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
  // Object.fromEntries makes `__proto__` a field like any other.
  return Object.fromEntries([...others, ...Object.entries(body), ...within]);
}
