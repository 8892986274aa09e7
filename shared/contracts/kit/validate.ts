import type Joi from 'joi';
import type { FieldError, FieldRule } from '../errors.ts';
import type { Field, FieldContext, StoreLocale } from './fields.ts';
import { isObject } from './json-values.ts';

/** If `errors` is not empty, `value` lacks the fields that broke a rule. */
interface Validated<T> {
  value: T;
  errors: FieldError[];
}

const options: Joi.ValidationOptions = {
  abortEarly: false,
  convert: true,
  stripUnknown: { objects: true },
  errors: { render: false },
};

const ruleOf: Readonly<Record<string, FieldRule>> = {
  'any.required': 'required',
  'object.base': 'object',
  'array.base': 'array',
  'array.max': 'max_items',
  'array.sparse': 'required',
};

type Detail = Joi.ValidationErrorItem;
type Path = (string | number)[];

/** Checks every rule of `schema`, removes unknown fields, and reports each broken rule by the field's dotted name. */
export function validate<T>(schema: Field<T>, input: unknown, locale: StoreLocale): Validated<T> {
  const read: [Path, unknown][] = [];
  const context: FieldContext = { ...locale, note: (path, value) => read.push([path, value]) };
  const result = schema.validate(knownOnly(schema, input), { ...options, context });
  if (!result.error) return { value: result.value as T, errors: [] };
  const value = structuredClone(result.value as T);
  // If one field of an entry is invalid, Joi leaves the whole entry as sent, so the parsed values of valid fields are set here.
  for (const [path, reading] of read) replace(value, path, reading);
  const errors = result.error.details.flatMap((detail) => {
    remove(value, detail.path);
    return fieldErrors(schema, detail);
  });
  return { value, errors };
}

const namesOf = new WeakMap<object, ReadonlySet<string>>();

/** Removes unknown fields. Joi would remove them too, but slowly if there are thousands. */
function knownOnly(schema: Joi.Schema, input: unknown): unknown {
  if (!isObject(input)) return input;
  const names = namesOf.getOrInsertComputed(schema, () => {
    const { keys = {} } = schema.describe() as { keys?: object };
    return new Set(Object.keys(keys));
  });
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.has(name)));
}

function fieldErrors(schema: Joi.Schema, detail: Detail): FieldError[] {
  const field = detail.path.join('.');
  const context: Record<string, unknown> = detail.context ?? {};
  if (detail.type === 'field.broken') {
    const { rule, params, at } = context as Partial<FieldError> & { rule: FieldRule; at?: string };
    return [{ field: at === undefined ? field : `${field}.${at}`, rule, ...(params && { params }) }];
  }
  const rule = ruleOf[detail.type];
  if (rule === undefined) throw new Error(`No rule is named for Joi's ${detail.type} at ${field}`);
  if (rule === 'required') return missing(schema, detail.path).map((name) => ({ field: name, rule }));
  if (rule === 'max_items') return [{ field, rule, params: { max: Number(context['limit']) } }];
  return [{ field, rule }];
}

/** Reports a missing object as its missing required fields: `en.name`, not `en`. */
function missing(schema: Joi.Schema, path: Path): string[] {
  const names = path.every((part) => typeof part === 'string') ? requiredNames(schema, path) : [];
  return names.length > 0 ? names.map((name) => [...path, name].join('.')) : [path.join('.')];
}

function requiredNames(schema: Joi.Schema, path: string[]): string[] {
  const keys = (path.length > 0 ? schema.extract(path) : schema).describe()['keys'] as
    Record<string, { flags?: { presence?: string } }> | undefined;
  return Object.entries(keys ?? {})
    .filter(([, key]) => key.flags?.presence === 'required')
    .map(([name]) => name);
}

function remove(value: unknown, path: Path): void {
  const parent = parentOf(value, path);
  const last = path.at(-1);
  if (!parent || last === undefined) return;
  // Keep the array's length, so that the indexes of the other entries stay the same.
  if (Array.isArray(parent)) parent[Number(last)] = undefined;
  else Reflect.deleteProperty(parent, last);
}

function replace(value: unknown, path: Path, reading: unknown): void {
  const parent = parentOf(value, path);
  const last = path.at(-1);
  if (parent && last !== undefined) (parent as Record<string | number, unknown>)[last] = reading;
}

function parentOf(value: unknown, path: Path): object | null {
  let parent: unknown = value;
  for (const part of path.slice(0, -1)) parent = (parent as Record<string, unknown> | undefined)?.[part];
  return typeof parent === 'object' ? parent : null;
}
