import type { FieldError } from '../errors.ts';
import { blankable, field, object, type Field, type JsonSchema, type StoreLocale } from './fields.ts';
import { noneOf, word } from './field-kinds.ts';
import { inOneText } from './filter-kinds.ts';
import { isObject } from './json-values.ts';
import * as s from './resource-schema.ts';
import { validate } from './validate.ts';

export const exportFormats = ['csv', 'xlsx', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
};

/** One row per record, or per line of a record, such as `items` of an order. */
const exportRows = ['records', 'items'] as const;
export type ExportRows = (typeof exportRows)[number];

export type ColumnKind = 'text' | 'texts' | 'integer' | 'number' | 'money' | 'moment' | 'boolean';

/** A value of a record, by its dotted name: `user.name`, `items.amount`. */
export interface ExportColumn {
  name: string;
  kind: ColumnKind;
  /** Whether the value differs between a record's lines. */
  isOfLine: boolean;
}

export interface ExportRequest {
  format: ExportFormat;
  /** Names of columns; null: the list's default columns. */
  columns: readonly string[] | null;
  rows: ExportRows;
}

const lines = 'items';

/** A column for every scalar in the schema. Nested lists of records are left out, except an order's lines (`items`). */
export function columnsOf(declared: JsonSchema, path: readonly string[] = []): ExportColumn[] {
  const schema = withoutNull(declared);
  const { type, properties, items } = schema;
  if (isObject(properties)) {
    return Object.entries(properties).flatMap(([name, value]) =>
      columnsOf(value as JsonSchema, [...path, name]),
    );
  }
  if (type === 'array' && isObject(items)) {
    const isOfRecords = isObject(withoutNull(items)['properties']);
    if (!isOfRecords) return [column(path, 'texts')];
    return path.length === 1 && path[0] === lines ? columnsOf(items, path) : [];
  }
  const kind = kindOf(schema);
  return kind === null ? [] : [column(path, kind)];
}

function column(path: readonly string[], kind: ColumnKind): ExportColumn {
  return { name: path.join('.'), kind, isOfLine: path.length > 1 && path[0] === lines };
}

function kindOf(schema: JsonSchema): ColumnKind | null {
  if (s.isMoney(schema)) return 'money';
  const { type, format } = schema;
  if (format === s.moment['format']) return 'moment';
  if (type === 'string') return 'text';
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : null;
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema;
  const [first] = Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [];
  return first ?? schema;
}

export interface ListExport {
  columns: readonly ExportColumn[];
  query: Field<ExportQuery>;
}

interface ExportQuery {
  format?: ExportFormat;
  fields?: string[];
  rows?: ExportRows;
}

const known = new WeakMap<JsonSchema, ListExport>();

/** The file export of a list. Every list for staff has one. Null for any other endpoint. */
export function exportOf({
  list,
  scope,
  answers,
}: {
  list: object | null;
  scope: string;
  answers: JsonSchema;
}): ListExport | null {
  return list && scope === 'admin:read' ? exportOfRecords(answers) : null;
}

export function exportOfRecords(resource: JsonSchema): ListExport {
  return known.getOrInsertComputed(resource, () => exportWith(columnsOf(resource)));
}

const changeSides = ['before', 'after'] as const;

const outcomes: readonly ExportColumn[] = ['id', 'outcome', 'code', 'message'].map((name) => ({
  name,
  kind: name === 'id' ? 'integer' : 'text',
  isOfLine: false,
}));

/** The columns of a report on bulk work: outcomes, the fields in `changes` before and after, and the record as in its list. */
export function exportOfReport(resource: JsonSchema, changes: readonly string[]): ListExport {
  const { columns } = exportOfRecords(resource);
  const changed = columns.filter(({ name }) => changes.includes(name));
  const twice = changed.flatMap((column) =>
    changeSides.map((side) => ({ ...column, name: `${side}.${column.name}` })),
  );
  return exportWith([...outcomes, ...twice, ...columns.filter(({ name }) => name !== 'id')]);
}

export const exportFormatField = blankable(
  word(exportFormats),
  'The list as a file, with every match unless `paginate` is given. Takes precedence over `Accept`.',
);
export const exportRowsField = blankable(
  word(exportRows),
  'Only for spreadsheets: a row for each record (`records`), or for each line of an order (`items`), whose columns are named `items.amount` and so on.',
);

function exportWith(columns: readonly ExportColumn[]): ListExport {
  const isDivisible = columns.some(({ isOfLine }) => isOfLine);
  const query = object({
    format: exportFormatField,
    fields: blankable(
      columnNames(columns),
      `The columns of a file in their order, separated by commas.${isDivisible ? ' Columns of lines, `items.…`, need `rows=items`.' : ''}`,
    ),
    ...(isDivisible && { rows: exportRowsField }),
  });
  return { columns, query };
}

/** `accepted`: the format from `Accept`. `request` is null if no file is requested; `fields` and `rows` are then ignored. */
export function readExport(
  { query }: ListExport,
  { sent, accepted }: { sent: Record<string, unknown>; accepted: ExportFormat | null },
  locale: StoreLocale,
): { request: ExportRequest | null; errors: FieldError[] } {
  const { value, errors } = validate(query, sent, locale);
  const { format = accepted, fields = null, rows = 'records' } = value;
  if (errors.some(({ field: name }) => name === 'format')) return { request: null, errors };
  if (format === null) return { request: null, errors: [] };
  const request = { format, columns: fields, rows };
  return { request, errors: [...errors, ...misplaced(request)] };
}

function misplaced({ format, columns, rows }: ExportRequest): FieldError[] {
  if (rows === 'items') return format === 'ndjson' ? [{ field: 'rows', rule: 'whole_records' }] : [];
  const ofLines = columns?.filter((name) => name.startsWith(`${lines}.`)) ?? [];
  if (ofLines.length === 0) return [];
  return [{ field: 'fields', rule: 'needs_rows', params: { names: ofLines.join(', ') } }];
}

function columnNames(columns: readonly ExportColumn[]): Field<string[]> {
  const known = columns.map(({ name }) => name);
  return field({
    schema: {
      type: 'string',
      pattern: `^${anyOf(known)}(, *${anyOf(known)})*$`,
      examples: [known.slice(0, 3).join(',')],
    },
    read: (value) => {
      const sent = String(inOneText(value)).split(',');
      const names = [...new Set(sent.map((name) => name.trim()))];
      return names.every((name) => known.includes(name)) ? { value: names } : noneOf(known, 'unknown_column');
    },
  });
}

function anyOf(names: readonly string[]): string {
  return `(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})`;
}
