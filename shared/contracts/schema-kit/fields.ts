import Joi from 'joi';
import type { FieldRule } from '../../errors.ts';

/** What reading a value depends on: the store's currency and time zone. */
export interface StoreLocale {
  /** Decimals of STORE_CURRENCY: 2 for USD, 0 for JPY, 3 for KWD. */
  currencyDecimals: number;
  /** IANA name, for moments without an offset and for days. */
  timeZone: string;
}

/** What validation hands to each field: the locale, and where to note what it read. */
export interface FieldContext extends StoreLocale {
  note: (path: (string | number)[], value: unknown) => void;
}

export type JsonSchema = Record<string, unknown>;

/** A rule that a value breaks. */
export interface BrokenRule {
  rule: FieldRule;
  params?: Record<string, string | number>;
}

/** What a field read, or the rules that are broken: its own, or those of places within it (`from`). */
export type Reading<T> = { value: T } | BrokenRule | { within: (BrokenRule & { at: string })[] };

export interface FieldKind<T> {
  /** Pure: the value as a client may spell it → the value as commands carry it, or the rule it breaks. */
  read: (value: unknown, locale: StoreLocale) => Reading<T>;
  /** What the documents tell clients to send: all that it allows is read. Other spellings may be read too. */
  schema: JsonSchema | ((locale: StoreLocale) => JsonSchema);
  /** Of a filter that takes `[from]` and `[to]` too: what each of these may be. */
  ends?: Field<unknown>;
}

declare const carried: unique symbol;
declare const omissible: unique symbol;

/** A Joi schema that remembers the type which its validated value has. */
export type Field<T> = Joi.AnySchema & { readonly [carried]?: T };
export type OptionalField<T> = Field<T> & { readonly [omissible]: true };
export type Fields = Record<string, Field<unknown>>;

export type ValueOf<F> = F extends Field<infer T> ? T : never;
type OptionalKeys<F> = { [K in keyof F]: F[K] extends { readonly [omissible]: true } ? K : never }[keyof F];
/** The type of a validated object with these fields. */
export type BodyOf<F> = { [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
  [K in OptionalKeys<F>]?: ValueOf<F[K]>;
};

interface FieldRoot extends Joi.Root {
  field: (kind: FieldKind<unknown>) => Joi.AnySchema;
}

/**
 * One Joi type for every scalar of the contract: its kind says how a client's spelling is read and which JSON
 * Schema describes it, so that validation and OpenAPI cannot differ. (Joi's own coercions round money in
 * silence and take 30 February for a date.)
 */
const scalar = (joi: Joi.Root) => ({
  type: 'field',
  base: joi.any(),
  messages: { 'field.broken': '{{#label}} breaks {{#rule}}' },
  args: (schema: { $_setFlag: (name: string, value: unknown) => Joi.AnySchema }, kind: FieldKind<unknown>) =>
    schema.$_setFlag('kind', kind),
  validate(
    value: unknown,
    helpers: Joi.CustomHelpers & { schema: { $_getFlag: (name: string) => unknown } },
  ) {
    const kind = helpers.schema.$_getFlag('kind') as FieldKind<unknown>;
    const context = helpers.prefs.context as FieldContext;
    const reading = kind.read(value, context);
    if ('value' in reading) {
      context.note(helpers.state.path ?? [], reading.value);
      return reading;
    }
    const broken = 'within' in reading ? reading.within : [reading];
    return { value, errors: broken.map((rule) => helpers.error('field.broken', { ...rule })) };
  },
  jsonSchema(
    schema: { $_getFlag: (name: string) => unknown },
    result: JsonSchema,
    _mode: string,
    { locale }: { locale: StoreLocale },
  ) {
    const { schema: own } = schema.$_getFlag('kind') as FieldKind<unknown>;
    // A copy: Joi adds what else is allowed, such as null, to the lists of the schema that it is given.
    return Object.assign(result, structuredClone(typeof own === 'function' ? own(locale) : own));
  },
});

/** A list that is too long is refused for that alone: Joi would look at each of its entries first. */
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

/** A scalar of its own kind. */
export function field<T>(kind: FieldKind<T>): Field<T> {
  return root.field(kind);
}

/** How a scalar is read and documented, for kinds that are made of others. */
export function kindOf<T>(scalarField: Field<T>): FieldKind<T> {
  const { $_getFlag: flag } = scalarField as unknown as { $_getFlag: (name: string) => unknown };
  return flag.call(scalarField, 'kind') as FieldKind<T>;
}

/** Must be there; a null counts as missing. */
export function required<T>(inner: Field<T>): Field<T> {
  return inner.empty(null).required();
}

/** May be left out; when there, its rules hold. */
export function sometimes<T>(inner: Field<T>): OptionalField<T> {
  return inner.optional() as OptionalField<T>;
}

/** May be left out or null. */
export function nullable<T>(inner: Field<T>): OptionalField<T | null> {
  return inner.optional().allow(null) as OptionalField<T | null>;
}

/** May be left out; null means the same as leaving it out. */
export function blankable<T>(inner: Field<T>): OptionalField<T> {
  return inner.optional().empty(null) as OptionalField<T>;
}

export function describe<F extends Field<unknown>>(inner: F, description: string): F {
  return inner.description(description);
}

/** An object with these fields; unknown ones are dropped by `validate`. */
export function object<F extends Fields>(fields: F): Field<BodyOf<F>> {
  return root.object(fields);
}

export function list<T>(entry: Field<T>, { max }: { max: number }): Field<T[]> {
  return root.array().items(entry).max(max);
}
