import Joi from 'joi';
import type { FieldRule } from '../errors.ts';

/** The shop's currency and time zone, which determine how values are parsed. */
export interface StoreLocale {
  /** Decimals of STORE_CURRENCY: 2 for USD, 0 for JPY, 3 for KWD. */
  currencyDecimals: number;
  timeZone: string;
}

export interface StoreUnits extends StoreLocale {
  /** STORE_CURRENCY, as in ISO 4217. */
  currency: string;
}

/** The context of validation: the locale, and a function to record each value read. */
export interface FieldContext extends StoreLocale {
  note: (path: (string | number)[], value: unknown) => void;
}

export type JsonSchema = Record<string, unknown>;

export interface BrokenRule {
  rule: FieldRule;
  params?: Record<string, string | number>;
}

/** The result of reading a field: its value, its broken rule, or the broken rules of its parts (such as `from`). */
export type Reading<T> = { value: T } | BrokenRule | { within: (BrokenRule & { at: string })[] };

interface FieldKind<T> {
  /** Converts a client's spelling to the value in commands, or returns the broken rule. Must be a pure function. */
  read: (value: unknown, locale: StoreLocale) => Reading<T>;
  /** The documented schema. `read` accepts every value that the schema allows, and may accept other spellings too. */
  schema: JsonSchema | ((locale: StoreLocale) => JsonSchema);
  /** For a filter that also accepts `[from]` and `[to]`: the field for each end. */
  ends?: Field<unknown>;
}

declare const carried: unique symbol;
declare const omissible: unique symbol;

/** A Joi schema with the type of its validated value. */
export type Field<T> = Joi.AnySchema & { readonly [carried]?: T };
type OptionalField<T> = Field<T> & { readonly [omissible]: true };
export type Fields = Record<string, Field<unknown>>;

/** The validated value of a field. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;
type OptionalKeys<F> = { [K in keyof F]: F[K] extends { readonly [omissible]: true } ? K : never }[keyof F];
export type BodyOf<F> = { [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
  [K in OptionalKeys<F>]?: ValueOf<F[K]>;
};

interface FieldRoot extends Joi.Root {
  field: (kind: FieldKind<unknown>) => Joi.AnySchema;
}

/**
 * One Joi type for all scalars of the contract. The kind of a scalar defines how client input is parsed, and also the JSON
 * Schema, so that validation and OpenAPI cannot differ. (Joi's own conversions silently round money and accept 30 February.)
 */
const scalar = (joi: Joi.Root) => ({
  type: 'field',
  base: joi.any(),
  messages: { 'field.broken': '{{#label}} breaks {{#rule}}' },
  args: (schema: { $_setFlag: (name: string, value: unknown) => Joi.AnySchema }, kind: FieldKind<unknown>) =>
    schema.$_setFlag('kind', kind),
  validate(value: unknown, { schema, prefs, state, error }: Joi.CustomHelpers) {
    const context = prefs.context as FieldContext;
    const reading = kindOf(schema).read(value, context);
    if ('value' in reading) {
      context.note(state.path ?? [], reading.value);
      return reading;
    }
    const broken = 'within' in reading ? reading.within : [reading];
    return { value, errors: broken.map((rule) => error('field.broken', { ...rule })) };
  },
  jsonSchema(schema: Joi.AnySchema, result: JsonSchema, _mode: string, { locale }: { locale: StoreLocale }) {
    // Copies the schema, because Joi adds further allowed values, such as null, to the schema's lists.
    return Object.assign(result, structuredClone(schemaOf(kindOf(schema), locale)));
  },
});

/** Rejects a list that is too long before checking its entries; Joi would check the entries first. */
const array = (joi: Joi.Root) => ({
  type: 'array',
  base: joi.array(),
  prepare(value: unknown, { schema, error }: Joi.CustomHelpers) {
    const limit = Number(schema.$_getRule('max')?.args?.['limit'] ?? Infinity);
    if (!Array.isArray(value) || value.length <= limit) return undefined;
    return { value: [], errors: error('array.max', { limit }) };
  },
});

const root = Joi.extend(scalar, array) as FieldRoot;

export function field<T>(kind: FieldKind<T>): Field<T> {
  return root.field(kind);
}

export function schemaOf({ schema }: Pick<FieldKind<unknown>, 'schema'>, locale: StoreLocale): JsonSchema {
  return typeof schema === 'function' ? schema(locale) : schema;
}

export function kindOf<T>(scalarField: Field<T>): FieldKind<T> {
  return scalarField.$_getFlag('kind') as FieldKind<T>;
}

/** A field that must be present; null counts as missing. */
export function required<T>(inner: Field<T>, description?: string): Field<T> {
  return describe(inner.empty(null).required(), description);
}

/** A field that may be absent; if it is present, its rules apply. */
export function sometimes<T>(inner: Field<T>, description?: string): OptionalField<T> {
  return describe(inner.optional() as OptionalField<T>, description);
}

export function nullable<T>(inner: Field<T>, description?: string): OptionalField<T | null> {
  return describe(inner.optional().allow(null) as OptionalField<T | null>, description);
}

/** A field that may be absent; null counts as absent. */
export function blankable<T>(inner: Field<T>, description?: string): OptionalField<T> {
  return describe(inner.optional().empty(null) as OptionalField<T>, description);
}

export function describe<F extends Field<unknown>>(inner: F, description: string | undefined): F {
  return description === undefined ? inner : inner.description(description);
}

/** Whether a client left this value out. Forms send empty texts for absent values. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** JSON Schema of an object that has this property, whatever its value. */
export function having(name: string): JsonSchema {
  return { properties: { [name]: {} }, required: [name] };
}

export function object<F extends Fields>(fields: F): Field<BodyOf<F>> {
  return root.object(fields);
}

export function list<T>(entry: Field<T>, { max }: { max: number }): Field<T[]> {
  return root.array().items(entry).max(max);
}
