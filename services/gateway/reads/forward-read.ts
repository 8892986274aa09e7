import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Response } from 'express';
import type { AnyRead, Caller, ReadRequest } from '#shared/contracts/kit/define.ts';
import {
  exportFormats,
  exportOf,
  exportTypes,
  readExport,
  type ExportFormat,
  type ExportRequest,
  type ListExport,
} from '#shared/contracts/kit/exports.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import {
  costOf,
  pagingFields,
  readListQuery,
  readSumsQuery,
  readWalkQuery,
  type ListContract,
  type ListQuery,
  type Paging,
} from '#shared/contracts/kit/list-query.ts';
import { detail, Problem, type FieldError } from '#shared/contracts/errors.ts';
import { exportHeaders, listName, type ExportContext } from '#shared/engine/exports/export-file.ts';
import { allowOwnCache } from '../http/caching.ts';
import { contextOf } from '../http/request-context.ts';
import type { RequestQuery } from '../http/request-query.ts';
import type { OpenReads, ReadKind } from '../limits/open-reads.ts';
import type { ReadEndpoint } from '../http/routes.ts';
import type { ServiceClient } from './service-client.ts';

/** The type that a client's `Accept` header prefers. False when the header allows none of the types. */
export type Accepts = (types: string[]) => string | false;

interface RequestedRead {
  endpoint: ReadEndpoint;
  params: Record<string, number>;
  caller: Caller;
  query: RequestQuery;
  /** The absolute URL without its query. */
  url: string;
  ifNoneMatch: string | undefined;
  accepts: Accepts;
  isHead: boolean;
}

export type ForwardRead = (asked: RequestedRead, response: Response) => Promise<void>;

export const jsonTypes = ['application/json', 'application/problem+json'];
const noList: ListQuery = { search: null, filters: {}, sort: [], paging: { kind: 'all' } };

export function createForwardRead(deps: {
  services: Pick<ServiceClient, 'read'>;
  openReads: OpenReads;
  locale: StoreLocale;
}): ForwardRead {
  const { services, openReads, locale } = deps;
  return async (asked, response) => {
    const { endpoint, params, caller, query, url, ifNoneMatch, isHead } = asked;
    const { list, walked } = endpoint.declared;
    const request: ReadRequest = {
      params,
      caller,
      language: contextOf(response).language,
      ...askedQuery(asked, locale),
      url,
      parameters: list || walked ? query.parameters : [],
    };
    const known = knownParameters(endpoint.declared, request);
    if (known) warnOfIgnored(query.fields, known, response);
    if (list && exportOf(endpoint.declared)) response.vary('Accept');
    if (endpoint.declared.impersonal && !request.export) allowOwnCache(response);
    if (isHead && request.export) {
      sendFileHead(response, request.export, { what: listName(endpoint.id), locale });
      return;
    }
    const kind = readKindOf(endpoint.declared, request, caller);
    if (kind !== 'brief' && (await hasLeft(response))) return;
    await openReads.begin(caller.subject, endpoint.service, kind, response);
    await services.read({ endpoint, request, kind, ifNoneMatch }, response);
  };
}

/** Sums and exports count as expensive, because they may read very many records. */
export function readKindOf(
  { list, file, summed }: Pick<AnyRead, 'list' | 'file' | 'summed'>,
  request: Pick<ReadRequest, 'query' | 'export'>,
  { area }: Pick<Caller, 'area'>,
): ReadKind {
  const ofList = list === null ? 'page' : costOf(list as ListContract<unknown>, request.query);
  const cost = summed ? 'scan' : ofList;
  if (file || (cost === 'all' && request.export)) return 'export';
  if (cost === 'page') return 'brief';
  if (cost === 'all') return area === 'client' ? 'clientWhole' : 'whole';
  return area === 'client' ? 'clientScan' : 'scan';
}

/** Throws `validation_failed` with all invalid parameters. */
function askedQuery(
  { endpoint: { declared }, query: { fields: sent }, accepts }: RequestedRead,
  locale: StoreLocale,
): Pick<ReadRequest, 'query' | 'by' | 'export'> {
  const list = declared.list as ListContract<unknown> | null;
  const sums = declared.summed as ListContract<unknown> | undefined;
  const file = list && askedExport(exportOf(declared), { sent, accepts }, locale);
  const { errors, ...asked } = list
    ? readListQuery(list, sent, locale)
    : sums
      ? readSumsQuery(sums, sent, locale)
      : declared.walked
        ? readWalkQuery(sent, locale)
        : { query: noList, errors: [] };
  const all = [...errors, ...(file?.errors ?? [])];
  if (all.length > 0) throw new Problem('validation_failed', { fields: all });
  return { ...asked, ...(file?.request && { export: file.request }) };
}

/**
 * The file that the client requests with the parameter `format`, otherwise with `Accept`. Without a file (null), the response is
 * JSON. Throws `not_acceptable` if the client accepts none of the types.
 */
export function askedExport(
  list: ListExport | null,
  { sent, accepts }: { sent: Record<string, unknown>; accepts: Accepts },
  locale: StoreLocale,
): { request: ExportRequest | null; errors: FieldError[] } {
  if (list && sent['format'] !== undefined) return readExport(list, { sent, accepted: null }, locale);
  const accepted = acceptedFormat(accepts, list === null ? [] : exportFormats);
  return list ? readExport(list, { sent, accepted }, locale) : { request: null, errors: [] };
}

function acceptedFormat(accepts: Accepts, formats: readonly ExportFormat[]): ExportFormat | null {
  const types = formats.map((format) => exportTypes[format]);
  const type = accepts([...jsonTypes, ...types]);
  if (type !== false) return formats.find((format) => exportTypes[format] === type) ?? null;
  const allowed = ['application/json', ...types].join(', ');
  throw new Problem('not_acceptable', detail('only_types', { types: allowed }));
}

/** Responds to a HEAD request for a file, without reading any records. */
export function sendFileHead(
  response: Response,
  request: ExportRequest,
  context: Pick<ExportContext, 'what' | 'locale'>,
): void {
  response.set(exportHeaders(request, { ...context, at: new Date() }));
  response.set('Content-Language', contextOf(response).language);
  response.end();
}

interface KnownParameters {
  names: readonly string[];
  filters: readonly string[];
  paging: Paging['kind'];
}

/** Returns null for a read of one record, which has no parameters. */
function knownParameters(
  declared: AnyRead,
  { query, export: file }: Pick<ReadRequest, 'query' | 'export'>,
): KnownParameters | null {
  const { list, walked, summed } = declared;
  const paging = query.paging.kind;
  if (list) return parametersOfList(list, exportOf(declared), { paging, isFile: file !== undefined });
  if (walked) return { names: ['per_page', 'cursor'], filters: [], paging };
  return summed ? { names: ['by', 'filters'], filters: Object.keys(summed.filters), paging } : null;
}

export function parametersOfList(
  { filters, searchable }: ListContract<unknown>,
  file: ListExport | null,
  { paging, isFile }: { paging: Paging['kind']; isFile: boolean },
): KnownParameters {
  const names = ['filters', 'sort', ...Object.keys(pagingFields)];
  if (searchable.length > 0) names.push('search');
  if (file) names.push('format');
  if (isFile) names.push('fields');
  if (isFile && file?.columns.some(({ isOfLine }) => isOfLine)) names.push('rows');
  return { names, filters: Object.keys(filters), paging };
}

/** Each line has one of our parameters, then other names that clients try for it. Null: names that have no replacement. */
const similar: readonly (readonly [own: string | null, ...others: string[]])[] = [
  ['sort', 'sort_by', 'sortBy', 'order_by', 'orderBy', 'order', 'direction', 'sort_dir', 'sort_order'],
  ['per_page', 'perPage', 'pageSize', 'page_size', 'limit'],
  ['page', 'offset', 'skip'],
  ['search', 'q', 'query', 'term'],
  ['cursor', 'paginate'],
  ['format', 'fields', 'rows'],
  ['after', 'cursor'],
  ['limit', 'per_page'],
  ['types', 'filters', 'filter'],
  [null, 'include', 'includes', 'with', 'expand', 'embed'],
  [null, 'search', 'sort', 'page', 'format'],
];
const ours = new Map(similar.flatMap(([own, ...others]) => others.map((name) => [name, own])));

/** For each kind of paging: the parameters that have no effect, each with the parameter to use instead. */
const withoutEffect: Readonly<Record<Paging['kind'], Readonly<Record<string, string>>>> = {
  all: { page: 'paginate=true', per_page: 'paginate=true', cursor: 'paginate=cursor' },
  pages: { cursor: 'paginate=cursor' },
  cursor: { page: 'cursor' },
};

/** A read ignores a parameter that it does not have. Without a warning, such a filter would seem to match the whole list. */
export function warnOfIgnored(
  sent: Readonly<Record<string, unknown>>,
  known: KnownParameters,
  response: Response,
): void {
  const warnings = Object.keys(sent).flatMap((name) => {
    // A timeline always has cursor pages, so `paginate=cursor` is harmless there and needs no warning.
    const isRedundant = name === 'paginate' && sent[name] === known.paging;
    const remedy = isRedundant ? undefined : remedyFor(name, known);
    if (remedy === undefined) return [];
    return [
      `299 - "${name} is ignored: ${remedy === null ? 'there is nothing like it here' : `use ${remedy}`}"`,
    ];
  });
  if (warnings.length > 0) response.setHeader('Warning', warnings.join(', '));
}

/** The parameter to use instead. Null: there is none. Undefined: the parameter has an effect, or its purpose is unknown. */
function remedyFor(name: string, { names, filters, paging }: KnownParameters): string | null | undefined {
  const isPaged = names.includes('cursor');
  if (isPaged && Object.hasOwn(withoutEffect[paging], name)) return withoutEffect[paging][name];
  if (names.includes(name)) return undefined;
  if (filters.includes(name)) return `filters[${name}]`;
  // A file whose records have no lines. `format` would not help.
  if (name === 'rows' && names.includes('fields')) return null;
  const own = ours.get(name);
  return own === undefined || (own !== null && names.includes(own)) ? own : null;
}

/** Whether the client has disconnected, which Node notices after two turns of the event loop. If so, destroys the response. */
export async function hasLeft(response: ServerResponse): Promise<boolean> {
  await nextTurn();
  await nextTurn();
  if (response.req.socket.readableEnded) response.destroy();
  return response.destroyed;
}
