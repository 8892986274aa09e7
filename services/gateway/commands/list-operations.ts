import type { Request, Response } from 'express';
import {
  deepestRow,
  operationExport,
  operationList,
} from '#shared/contracts/endpoints/operation-endpoints.ts';
import type { Field, StoreLocale } from '#shared/contracts/kit/fields.ts';
import {
  decodeCursor,
  rowsAtCursor,
  type ListCursor,
  type RowsAtCursor,
} from '#shared/engine/lists/cursor.ts';
import type { ExportRequest } from '#shared/contracts/kit/exports.ts';
import { toPaging, unknownParts, type Paging, type QueryFields } from '#shared/contracts/kit/list-query.ts';
import { validate } from '#shared/contracts/kit/validate.ts';
import { invalid, Problem } from '#shared/contracts/errors.ts';
import { cursorPage, laravelPage } from '#shared/engine/lists/laravel-page.ts';
import type { OperationIdKeys } from '#shared/platform/process/internal-secrets.ts';
import type { ListAnswer } from '#shared/engine/lists/find-list.ts';
import { sendExport } from '#shared/engine/reads/send-export.ts';
import { newestFirst } from '#shared/engine/decide/outcome.ts';
import type { KnownOperations } from '#shared/engine/commands/operation-routes.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { momentsOf } from '#shared/contracts/kit/filter-kinds.ts';
import { principalOf } from '../auth/access.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import type { OpenReads } from '../limits/open-reads.ts';
import {
  askedExport,
  parametersOfList,
  sendFileHead,
  warnOfIgnored,
  type Accepts,
} from '../reads/forward-read.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { namingFirst, operationId } from './operation-id.ts';
import { asAdminsSee } from './operation-note.ts';
import { operationResource, type OperationResource } from './operation-resource.ts';
import { recordsOf, type QueuedRecords } from './queued-records.ts';

type Services = Pick<ServiceClient, 'ask'>;
type Links = Pick<Parameters<typeof laravelPage>[0], 'baseUrl' | 'query'>;

/**
 * A page that ends beyond this row counts against the limit of concurrent reads, because the gateway reads all earlier rows
 * from each service too.
 */
const rowsWithoutSlot = 1000;

interface Page {
  rows: ListedOperation[];
  wrapper: object;
}

/** `GET /api/admin/operations`: the commands of all services in one list, newest first. */
export function createListOperations(deps: {
  services: Services;
  openReads: OpenReads;
  queuedRecords: Pick<QueuedRecords, 'find'>;
  keys: OperationIdKeys;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}): (request: Request, response: Response) => Promise<void> {
  const { services, locale } = deps;
  return async (request, response) => {
    const { fields, parameters } = readQuery(request);
    const query = readOperationsQuery(fields, (types) => request.accepts(types), locale);
    const { file, paging } = query;
    const asked = { paging: paging.kind, isFile: file !== null };
    warnOfIgnored(fields, parametersOfList(operationList, operationExport, asked), response);
    response.vary('Accept');
    if (file && request.method === 'HEAD') {
      sendFileHead(response, file, { what: 'operations', locale });
      return;
    }
    const render = (row: ListedOperation) => resourceOf(row, deps, response);
    if (file && paging.kind === 'all') {
      await deps.openReads.begin(principalOf(response).subject, 'orders', 'export', response);
      await sendFile(response, wholeList({ services, locale }, query, render), file, locale);
      return;
    }
    if (paging.kind === 'pages' && paging.page * paging.perPage > rowsWithoutSlot)
      await deps.openReads.begin(principalOf(response).subject, 'orders', 'scan', response);
    const links = { baseUrl: deps.baseUrl(request) + pathOf(request), query: parameters };
    const { rows, wrapper } = await pageOf({ services, locale, links }, query);
    const body = { data: await Promise.all(rows.map(render)), ...wrapper };
    if (file) await sendFile(response, { kind: 'page', body }, file, locale);
    else response.json(body);
  };
}

/** Throws `validation_failed` with all invalid parameters. Only a file holds the whole list; JSON is always one page. */
function readOperationsQuery(
  fields: Record<string, unknown>,
  accepts: Accepts,
  locale: StoreLocale,
): OperationsQuery {
  const asked = askedExport(operationExport, { sent: fields, accepts }, locale);
  const { value, errors } = validate(operationList.query as Field<QueryFields>, fields, locale);
  const all = [...errors, ...unknownParts(operationList, fields), ...asked.errors];
  if (all.length > 0) throw new Problem('validation_failed', { fields: all });
  const { filters = {}, sort = [], paginate = asked.request ? 'all' : 'pages' } = value;
  return {
    filters,
    isOldestFirst: sort[0]?.descending === false,
    paging: toPaging({ ...value, paginate: paginate === 'all' && !asked.request ? 'pages' : paginate }),
    file: asked.request,
  };
}

async function sendFile(
  response: Response,
  answer: ListAnswer,
  request: ExportRequest,
  locale: StoreLocale,
): Promise<void> {
  const { language } = contextOf(response);
  response.setHeader('Content-Language', language);
  const { columns } = operationExport;
  await sendExport(response, answer, { request, what: 'operations', columns, locale, language });
}

const rowsAtOnce = 200;

function wholeList(
  { services, locale }: Pick<Context, 'services' | 'locale'>,
  query: OperationsQuery,
  render: (row: ListedOperation) => Promise<OperationResource>,
): ListAnswer {
  return {
    kind: 'stream',
    // No read stays open between pages, so there is nothing to release.
    leave: () => undefined,
    count: async (_rows, most) => {
      const { total } = await newestOperations(services, { ...query, limit: 1, countUpTo: most + 1 }, locale);
      return total;
    },
    rows: (async function* () {
      for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
        const paging = { kind: 'cursor' as const, cursor, perPage: rowsAtOnce };
        const page = await rowsAtPage({ services, locale }, query, paging);
        yield* await Promise.all(page.rows.map(render));
        cursor = page.nextCursor;
      }
    })(),
  };
}

interface Context {
  services: Services;
  locale: StoreLocale;
  links: Links;
}

async function pageOf(context: Context, query: OperationsQuery): Promise<Page> {
  const { paging } = query;
  if (paging.kind === 'pages') return numberedPage(context, query, paging);
  if (paging.kind === 'all') throw new Error('The list of operations is always paged');
  const { rows, ...cursors } = await rowsAtPage(context, query, paging);
  return { rows, wrapper: cursorPage({ ...context.links, perPage: paging.perPage, ...cursors }) };
}

async function numberedPage(
  { services, locale, links }: Context,
  query: OperationsQuery,
  { page, perPage }: Extract<Paging, { kind: 'pages' }>,
): Promise<Page> {
  const limit = Math.min(page * perPage, deepestRow);
  const asked = { ...query, limit, countUpTo: deepestRow + 1 };
  const { operations, total: counted } = await newestOperations(services, asked, locale);
  const before = (page - 1) * perPage;
  if (before >= deepestRow && counted > deepestRow) {
    throw invalid({ field: 'page', rule: 'deep_page', params: { max: Math.ceil(deepestRow / perPage) } });
  }
  // The links end at the last page that may be requested.
  const total = Math.min(counted, deepestRow);
  const rows = operations.slice(before);
  return { rows, wrapper: laravelPage({ ...links, page, perPage, total, count: rows.length }) };
}

async function rowsAtPage(
  { services, locale }: Pick<Context, 'services' | 'locale'>,
  query: OperationsQuery,
  { cursor, perPage }: Extract<Paging, { kind: 'cursor' }>,
): Promise<RowsAtCursor<ListedOperation>> {
  const at = cursor === null ? null : decodeOperationCursor(cursor);
  const asked = {
    ...query,
    limit: perPage + 1,
    countUpTo: null,
    ...(at && cursor !== null && { cursor, pointsToNext: at.pointsToNext }),
  };
  const { operations } = await newestOperations(services, asked, locale);
  return rowsAtCursor(operations, { at, perPage }, ({ record }) => [record.accepted_at, record._id]);
}

function decodeOperationCursor(cursor: string): ListCursor {
  const decoded = decodeCursor(cursor, 2);
  if (decoded.values.every((value) => typeof value === 'string')) return decoded;
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

async function resourceOf(
  { record, bulk, service }: ListedOperation,
  { keys, queuedRecords }: { keys: OperationIdKeys; queuedRecords: Pick<QueuedRecords, 'find'> },
  response: Response,
): Promise<OperationResource> {
  const { _id: commandId, type, owner, accepted_at: at } = record;
  const { language } = contextOf(response);
  const reference = { commandId, service, type, owner, at };
  const known = { record: namingFirst(record, service, keys), bulk };
  const records = await recordsOf(queuedRecords, reference, known);
  const id = operationId(reference, keys);
  const operation = operationResource(id, { ...reference, records }, known, language);
  return asAdminsSee(operation, { record, owner, language });
}

type ListedOperation = KnownOperations['operations'][number] & { service: ServiceName };

interface OperationsQuery {
  filters: NonNullable<(typeof operationList)['filtersType']>;
  isOldestFirst: boolean;
  paging: Paging;
  /** The file that the caller requested. Null: the response is JSON. */
  file: ExportRequest | null;
}

interface OperationsPage extends Pick<OperationsQuery, 'filters' | 'isOldestFirst'> {
  limit: number;
  cursor?: string;
  pointsToNext?: boolean;
  /** The number at which counting stops. Null: operations are not counted. */
  countUpTo: number | null;
}

/** Reads from the cursor on, or backwards if `pointsToNext` is false. Without a cursor, reads from the start of the list. */
async function newestOperations(
  services: Pick<ServiceClient, 'ask'>,
  page: OperationsPage,
  { timeZone }: Pick<StoreLocale, 'timeZone'>,
): Promise<{ operations: ListedOperation[]; total: number }> {
  const { limit, pointsToNext = true, isOldestFirst } = page;
  const path = `/operations?${parametersOf(page, timeZone).toString()}`;
  const answers = await Promise.all(
    serviceNames.map(async (service) => {
      const known = (await services.ask(service, 'GET', path)) as KnownOperations;
      return { ...known, operations: known.operations.map((operation) => ({ ...operation, service })) };
    }),
  );
  const all = answers.flatMap(({ operations }) => operations);
  all.sort((a, b) => (pointsToNext === isOldestFirst ? -1 : 1) * newestFirst(a.record, b.record));
  return { operations: all.slice(0, limit), total: answers.reduce((sum, { total }) => sum + total, 0) };
}

function parametersOf({ filters, ...page }: OperationsPage, timeZone: string): URLSearchParams {
  const { status, type, owner, created_at: created } = filters;
  return new URLSearchParams({
    limit: String(page.limit),
    count_up_to: page.countUpTo === null ? 'none' : String(page.countUpTo),
    ...(page.cursor !== undefined && { cursor: page.cursor }),
    ...(page.isOldestFirst && { oldest_first: '1' }),
    ...(status && { statuses: status.join(',') }),
    ...(type !== undefined && { type }),
    ...(owner !== undefined && { owner }),
    ...(created && momentsOf(created, timeZone)),
  });
}
