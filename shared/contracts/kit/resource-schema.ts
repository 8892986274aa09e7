/** Import this module as `s`: `s.objectOf({ id: s.id, note: s.orNull(s.text) })`. */
import type { JsonSchema } from './fields.ts';

declare const shown: unique symbol;

export type SchemaOf<T> = JsonSchema & { readonly [shown]?: T };
export type Shown<S> = S extends SchemaOf<infer T> ? T : never;

export const id: SchemaOf<number> = { type: 'integer', minimum: 1 };
export const count: SchemaOf<number> = { type: 'integer', minimum: 0 };
export const integer: SchemaOf<number> = { type: 'integer' };
export const text: SchemaOf<string> = { type: 'string' };
export const boolean: SchemaOf<boolean> = { type: 'boolean' };
export const anything: SchemaOf<unknown> = {};
export const money: SchemaOf<number> = {
  type: 'number',
  description: 'Amount in STORE_CURRENCY, shortest form.',
};
const ofMoney = new WeakSet<object>([money]);

/** The schema of an amount of money, for a field whose name does not say what the amount means. */
export function moneyAs(meaning: string): SchemaOf<number> {
  const schema = described(money, `${meaning} ${String(money['description'])}`);
  ofMoney.add(schema);
  return schema;
}

export function isMoney(schema: object): boolean {
  return ofMoney.has(schema);
}

export const moment: SchemaOf<string> = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 UTC with milliseconds.',
};
export const times = { created_at: moment, updated_at: moment };

export function described<T>(schema: SchemaOf<T>, description: string): SchemaOf<T> {
  return { ...schema, description };
}

export function orNull<T>(schema: SchemaOf<T>, description?: string): SchemaOf<T | null> {
  return { anyOf: [schema, { type: 'null' }], ...(description && { description }) };
}

export function arrayOf<T>(items: SchemaOf<T>, description?: string): SchemaOf<readonly T[]> {
  return { type: 'array', items, ...(description && { description }) };
}

type Properties = Record<string, SchemaOf<unknown>>;
type ShownObject<P, Optional extends keyof P> = { [Name in Exclude<keyof P, Optional>]: Shown<P[Name]> } & {
  [Name in Optional]?: Shown<P[Name]>;
};

export const namedSchemas = new Map<string, JsonSchema>();

/** Gives a schema its name in the OpenAPI documents. Generated clients name a type after it, so never change a published name. */
export function called<S extends JsonSchema>(name: string, schema: S): S {
  if (namedSchemas.has(name)) throw new Error(`Two schemas are called ${name}`);
  namedSchemas.set(name, schema);
  return schema;
}

/** The schema of a text with one of these values. */
export function oneOf<const T extends string>(
  name: string,
  values: readonly T[],
  description?: string,
): SchemaOf<T> {
  return called(name, { type: 'string', enum: values, ...(description && { description }) });
}

export function named<const P extends Properties, Optional extends keyof P & string = never>(
  name: string,
  properties: P,
  optional: readonly Optional[] = [],
): SchemaOf<ShownObject<P, Optional>> {
  return called(name, objectOf(properties, optional));
}

/** An object with exactly these properties; all are required except the `optional` ones. */
export function objectOf<const P extends Properties, Optional extends keyof P & string = never>(
  properties: P,
  optional: readonly Optional[] = [],
): SchemaOf<ShownObject<P, Optional>> {
  const required = Object.keys(properties).filter((name) => !(optional as readonly string[]).includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}
