import fc from 'fast-check';

import { deviationsFrom, resolved } from './documented-answer.ts';

type Schema = Record<string, unknown>;
type Schemas = Record<string, Schema>;

/** Generates values that a schema in the OpenAPI document allows. `known` has values for fields that refer to records. */
export function arbitraryOf(schema: Schema, known: Record<string, unknown> = {}): fc.Arbitrary<unknown> {
  const one = resolved<Schema>(schema);
  const { type, enum: members, anyOf } = one;
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((each) => arbitraryOf(each as Schema, known)));
  if (Array.isArray(members)) return fc.constantFrom(...(members as unknown[]));
  if (Array.isArray(type))
    return fc.oneof(...type.map((each: unknown) => arbitraryOf({ ...one, type: each }, known)));
  if (type === 'object') return objects(one, known);
  if (type === 'array') {
    const { minItems = 0, maxItems = 3 } = one as { minItems?: number; maxItems?: number };
    const maxLength = Math.min(maxItems, 3);
    return fc.array(arbitraryOf(one['items'] as Schema, known), { minLength: minItems, maxLength });
  }
  return scalars[String(type)]?.(one) ?? fc.constant(null);
}

const scalars: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum, maximum }) =>
    fc.integer({ min: Number(minimum), max: Number(maximum ?? Number.MAX_SAFE_INTEGER) }),
  number: ({ minimum, maximum, multipleOf }) => {
    const step = Number(multipleOf);
    const decimals = -Math.log10(step);
    return fc
      .integer({ min: Math.ceil(Number(minimum) / step), max: Math.floor(Number(maximum) / step) })
      .map((steps) => Number((steps * step).toFixed(decimals)));
  },
  string: texts,
};

function objects(schema: Schema, known: Record<string, unknown>): fc.Arbitrary<unknown> {
  const fields = Object.entries((schema['properties'] ?? {}) as Schemas).map(([name, field]) => [
    name,
    name in known ? fc.constant(known[name]) : arbitraryOf(field, known),
  ]);
  const requiredKeys = (schema['required'] ?? []) as string[];
  return fc
    .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys })
    .filter((value) => deviationsFrom(schema, value).length === 0);
}

/** Matches a text with an invisible character at an end. The store removes these characters. No schema can express that. */
const showsNothingAtAnEnd =
  /^[\p{Cf}\p{Zs}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|[\p{Cf}\p{Zs}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]$/u;

function texts(schema: Schema): fc.Arbitrary<unknown> {
  const {
    format,
    pattern,
    maxLength = 300,
  } = schema as { format?: string; pattern?: string; maxLength?: number };
  if (format === 'date')
    return fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  const some =
    format === 'email'
      ? fc.emailAddress()
      : pattern === undefined
        ? fc.string()
        : fc.stringMatching(new RegExp(pattern, 'u'));
  return fc
    .oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: fc.constant('م'.repeat(maxLength)) })
    .filter((text) => text.isWellFormed() && !showsNothingAtAnEnd.test(text))
    .filter((text) => deviationsFrom(schema, text).length === 0);
}
