import type { JsonSchema } from '#shared/contracts/kit/fields.ts';
import { exportTypes } from '#shared/contracts/kit/exports.ts';
import type { Endpoint, LocalEndpoint } from '../http/routes.ts';
import { count, resourceName, schemaRef, text } from './openapi-schemas.ts';

/** Schemas of whole response bodies, including the wrappers that the gateway puts around resources. */

export function answerRef(resource: JsonSchema): JsonSchema {
  return schemaRef(`${resourceName(resource)}Answer`);
}

export function listAnswerRef(resource: JsonSchema): JsonSchema {
  return schemaRef(`${resourceName(resource)}ListAnswer`);
}

export function cursorPageRef(resource: JsonSchema): JsonSchema {
  return schemaRef(`${resourceName(resource)}CursorPage`);
}

const crlf = '\r\n';

export function fileContents(resource: JsonSchema): JsonSchema {
  return {
    [exportTypes.csv]: { schema: text, example: `\uFEFFID,Total${crlf}7,12.50${crlf}` },
    [exportTypes.xlsx]: { schema: { type: 'string', format: 'binary' } },
    [exportTypes.ndjson]: {
      schema: {
        type: 'string',
        contentMediaType: exportTypes.ndjson,
        description: `A line for each ${resourceName(resource)}, as JSON; with \`fields\`, only these fields.`,
      },
    },
  };
}

export function answerSchemas(
  endpoints: readonly Endpoint[],
  locals: readonly LocalEndpoint[],
): Record<string, JsonSchema> {
  const reads = endpoints.flatMap(({ kind, declared }) => (kind === 'read' ? [declared] : []));
  const single = endpoints.filter(
    ({ kind, declared }) => kind === 'write' || !(declared.list ?? declared.walked ?? declared.summed),
  );
  const answered = single.flatMap(({ declared }) => (declared.answers ? [declared.answers] : []));
  const rehearsed = endpoints.flatMap(({ kind, declared }) =>
    kind === 'write' && declared.rehearsed ? [declared.rehearsed] : [],
  );
  const lists = reads.filter(({ list }) => list).map(({ answers }) => answers);
  const walkedLists = reads.filter(({ walked }) => walked).map(({ answers }) => answers);
  const answersOf = ({ declared }: LocalEndpoint) =>
    Object.values(declared.responses).flatMap(({ answers }) => (answers ? [answers] : []));
  const pages = locals.filter(({ declared }) => declared.list);
  return Object.assign(
    {},
    ...[...new Set([...answered, ...rehearsed, ...locals.flatMap(answersOf)])].map(singleAnswer),
    ...[...new Set(lists)].map(listAnswers),
    ...[...new Set(walkedLists)].map(walkedAnswer),
    ...pages.flatMap(answersOf).map(pagedAnswers),
    pageParts,
  ) as Record<string, JsonSchema>;
}

function singleAnswer(resource: JsonSchema): Record<string, JsonSchema> {
  const name = resourceName(resource);
  return { [`${name}Answer`]: object({ data: schemaRef(name) }) };
}

function walkedAnswer(resource: JsonSchema): Record<string, JsonSchema> {
  const name = resourceName(resource);
  return { [`${name}CursorPage`]: page(name, 'CursorMeta') };
}

/**
 * The response of a list, with or without pages. It is one object with optional `links` and `meta`, because most generators
 * misread `oneOf`. The keyword `if` lets validators distinguish the forms.
 */
function listAnswers(resource: JsonSchema): Record<string, JsonSchema> {
  const name = resourceName(resource);
  return {
    ...pageForms(name),
    [`${name}List`]: { ...object({ data: rowsOf(name) }), description: 'Without `paginate`: every match.' },
    [`${name}ListAnswer`]: {
      ...page(name, 'ListMeta', ['links', 'meta']),
      description: `With \`paginate=true\` it is an ${name}Page, with \`paginate=cursor\` an ${name}CursorPage, else an ${name}List, which has no \`links\` and \`meta\`.`,
      if: { properties: { meta: true }, required: ['meta'] },
      then: eitherPage(name),
      else: schemaRef(`${name}List`),
    },
  };
}

/** The response of a list that the gateway serves itself, which always has pages. */
function pagedAnswers(resource: JsonSchema): Record<string, JsonSchema> {
  const name = resourceName(resource);
  return {
    ...pageForms(name),
    [`${name}ListAnswer`]: {
      ...page(name, 'ListMeta'),
      description: `With \`paginate=cursor\` it is an ${name}CursorPage, else an ${name}Page.`,
      ...eitherPage(name),
    },
  };
}

function page(name: string, meta: string, optional: string[] = []): JsonSchema {
  const parts = { data: rowsOf(name), links: schemaRef('PageLinks'), meta: schemaRef(meta) };
  return object(parts, optional);
}

function rowsOf(name: string): JsonSchema {
  return { type: 'array', items: schemaRef(name) };
}

function pageForms(name: string): Record<string, JsonSchema> {
  return {
    [`${name}Page`]: { ...page(name, 'PageMeta'), description: 'With `paginate=true`: one numbered page.' },
    [`${name}CursorPage`]: {
      ...page(name, 'CursorMeta'),
      description: 'With `paginate=cursor`: one page, which new records do not shift.',
    },
  };
}

function eitherPage(name: string): JsonSchema {
  return {
    if: { properties: { meta: { properties: { current_page: true }, required: ['current_page'] } } },
    then: schemaRef(`${name}Page`),
    else: schemaRef(`${name}CursorPage`),
  };
}

function object(properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

const url: JsonSchema = { type: 'string', format: 'uri' };
const position: JsonSchema = { type: 'integer', minimum: 1 };
const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema['type'], 'null'] });

const numbered = {
  current_page: position,
  from: orNull(count),
  last_page: position,
  links: { type: 'array', items: schemaRef('PageLink') },
  to: orNull(count),
  total: count,
  total_as_of: {
    type: 'string',
    format: 'date-time',
    description: 'When `total` was counted, if it is not current.',
  },
};
const walked = {
  next_cursor: { ...orNull(text), description: 'The cursor of the next page; null on the last page.' },
  prev_cursor: { ...orNull(text), description: 'The cursor of the previous page; null on the first page.' },
};
const common = { path: url, per_page: position };

const pageParts: Record<string, JsonSchema> = {
  PageLinks: {
    ...object({ first: orNull(url), last: orNull(url), prev: orNull(url), next: orNull(url) }),
    description: 'URLs of other pages; null if there is none. Pages with cursors have no `first` and `last`.',
  },
  PageLink: {
    ...object({ url: orNull(url), label: text, page: orNull(position), active: { type: 'boolean' } }, [
      'page',
    ]),
    description: 'One button of a pager.',
  },
  PageMeta: object({ ...common, ...numbered }, ['total_as_of']),
  CursorMeta: object({ ...common, ...walked }),
  ListMeta: {
    ...object({ ...common, ...numbered, ...walked }, [...Object.keys(numbered), ...Object.keys(walked)]),
    description:
      'A numbered page has everything except the cursors. A page with cursors has only these, `path` and `per_page`.',
  },
};
