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
import { shownOperation } from './operation-note.ts';
import type { OperationResource } from './operation-resource.ts';
import type { QueuedRecords } from './queued-records.ts';

type ListedOperation = KnownOperations['operations'][number] & { service: ServiceName };

interface OperationsQuery {
  filters: NonNullable<(typeof operationList)['filtersType']>;
  isOldestFirst: boolean;
  paging: Paging;
  /** The file that the caller requested. Null: the response is JSON. */
  file: ExportRequest | null;
}

/** A part of the list. It begins at the cursor, or without a cursor at the start of the list. */
interface Part {
  limit: number;
  cursor?: string | null;
  /** False: the part is before the cursor. */
  pointsToNext?: boolean | undefined;
  /** The number at which counting stops. Null: operations are not counted. */
  countUpTo: number | null;
}

type FindPart = (part: Part) => Promise<{ operations: ListedOperation[]; total: number }>;

/**
 * A page that ends beyond this row counts against the limit of concurrent reads, because the gateway reads all earlier rows
 * from each service too.
 */
const rowsWithoutSlot = 1000;

interface Page {
  rows: ListedOperation[];
  wrapper: object;
}

type Links = Pick<Parameters<typeof laravelPage>[0], 'baseUrl' | 'query'>;

/** `GET /api/admin/operations`: the commands of all services in one list, newest first. */
export function createListOperations(deps: {
  services: Pick<ServiceClient, 'ask'>;
  openReads: OpenReads;
  queuedRecords: Pick<QueuedRecords, 'find'>;
  keys: OperationIdKeys;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}): (request: Request, response: Response) => Promise<void> {
  const { services, openReads, locale } = deps;
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
    const { subject } = principalOf(response);
    const reader = { language: contextOf(response).language, isAdmin: true };
    const find: FindPart = (part) => findPart(services, query, part, locale);
    const render = ({ record, bulk, service }: ListedOperation) => {
      const { _id: commandId, type, owner, accepted_at: at } = record;
      return shownOperation({ commandId, service, type, owner, at }, { record, bulk }, reader, deps);
    };
    if (file && paging.kind === 'all') {
      await openReads.begin(subject, 'orders', 'export', response);
      await sendFile(response, wholeList(find, render), file, locale);
      return;
    }
    if (paging.kind === 'pages' && paging.page * paging.perPage > rowsWithoutSlot)
      await openReads.begin(subject, 'orders', 'scan', response);
    const links = { baseUrl: deps.baseUrl(request) + pathOf(request), query: parameters };
    const { rows, wrapper } = await pageOf(find, paging, links);
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

function wholeList(find: FindPart, render: (row: ListedOperation) => Promise<OperationResource>): ListAnswer {
  return {
    kind: 'stream',
    // No read stays open between pages, so there is nothing to release.
    leave: () => undefined,
    count: async (_rows, most) => (await find({ limit: 1, countUpTo: most + 1 })).total,
    rows: (async function* () {
      let cursor: string | null = null;
      do {
        const page: RowsAtCursor<ListedOperation> = await rowsAtPage(find, { cursor, perPage: rowsAtOnce });
        yield* await Promise.all(page.rows.map(render));
        cursor = page.nextCursor;
      } while (cursor !== null);
    })(),
  };
}

async function pageOf(find: FindPart, paging: Paging, links: Links): Promise<Page> {
  if (paging.kind === 'pages') return numberedPage(find, paging, links);
  if (paging.kind === 'all') throw new Error('The list of operations is always paged');
  const { rows, ...cursors } = await rowsAtPage(find, paging);
  return { rows, wrapper: cursorPage({ ...links, perPage: paging.perPage, ...cursors }) };
}

async function numberedPage(
  find: FindPart,
  { page, perPage }: Extract<Paging, { kind: 'pages' }>,
  links: Links,
): Promise<Page> {
  const limit = Math.min(page * perPage, deepestRow);
  const { operations, total: counted } = await find({ limit, countUpTo: deepestRow + 1 });
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
  find: FindPart,
  { cursor, perPage }: Pick<Extract<Paging, { kind: 'cursor' }>, 'cursor' | 'perPage'>,
): Promise<RowsAtCursor<ListedOperation>> {
  const at = cursor === null ? null : decodeOperationCursor(cursor);
  const part = { limit: perPage + 1, cursor, pointsToNext: at?.pointsToNext, countUpTo: null };
  const { operations } = await find(part);
  return rowsAtCursor(operations, { at, perPage }, ({ record }) => [record.accepted_at, record._id]);
}

function decodeOperationCursor(cursor: string): ListCursor {
  const decoded = decodeCursor(cursor, 2);
  if (decoded.values.every((value) => typeof value === 'string')) return decoded;
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

async function findPart(
  services: Pick<ServiceClient, 'ask'>,
  query: OperationsQuery,
  part: Part,
  { timeZone }: Pick<StoreLocale, 'timeZone'>,
): ReturnType<FindPart> {
  const { limit, pointsToNext = true } = part;
  const path = `/operations?${parametersOf(query, part, timeZone).toString()}`;
  const answers = await Promise.all(
    serviceNames.map(async (service) => {
      const known = (await services.ask(service, 'GET', path)) as KnownOperations;
      return { ...known, operations: known.operations.map((operation) => ({ ...operation, service })) };
    }),
  );
  const all = answers.flatMap(({ operations }) => operations);
  const direction = pointsToNext === query.isOldestFirst ? -1 : 1;
  all.sort((a, b) => direction * newestFirst(a.record, b.record));
  return { operations: all.slice(0, limit), total: answers.reduce((sum, { total }) => sum + total, 0) };
}

function parametersOf(
  { filters, isOldestFirst }: OperationsQuery,
  { limit, cursor, countUpTo }: Part,
  timeZone: string,
): URLSearchParams {
  const { status, type, owner, created_at: created } = filters;
  return new URLSearchParams({
    limit: String(limit),
    count_up_to: String(countUpTo ?? 'none'),
    ...(typeof cursor === 'string' && { cursor }),
    ...(isOldestFirst && { oldest_first: '1' }),
    ...(status && { statuses: status.join(',') }),
    ...(type !== undefined && { type }),
    ...(owner !== undefined && { owner }),
    ...(created && momentsOf(created, timeZone)),
  });
}
