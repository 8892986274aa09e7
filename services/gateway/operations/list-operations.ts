import type { Request, Response } from 'express';
import { describe, object } from '#shared/contracts/schema-kit/fields.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { decodeCursor, rowsAtCursor } from '#shared/lists/cursor.ts';
import type { ListCursor } from '#shared/lists/cursor.ts';
import { pagingFields, toPaging } from '#shared/contracts/schema-kit/list-query.ts';
import type { Paging } from '#shared/contracts/schema-kit/list-query.ts';
import { validate } from '#shared/contracts/schema-kit/validate.ts';
import { invalid, Problem } from '#shared/errors.ts';
import { cursorPage, laravelPage } from '#shared/lists/laravel-page.ts';
import type { OperationIdKeys } from '#shared/process/internal-secrets.ts';
import { requireScope } from '../auth/access.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { newestOperations } from './newest-operations.ts';
import type { ListedOperation } from './newest-operations.ts';
import { operationId } from './operation-id.ts';
import { operationResource } from './operation-resource.ts';
import type { OperationResource } from './operation-resource.ts';

/** Every row before a numbered page has to be read of both services. */
const deepestRow = 10_000;

export const operationsQuery = object({
  ...pagingFields,
  paginate: describe(
    pagingFields.paginate,
    `Pages with links and meta, up to the ${deepestRow}th operation; cursor: cursor pages, to the very last one.`,
  ),
});

type Services = Pick<ServiceClient, 'ask'>;
type Links = Pick<Parameters<typeof laravelPage>[0], 'baseUrl' | 'query'>;

interface Page {
  rows: ListedOperation[];
  /** `links` and `meta`. */
  wrapper: object;
}

/** `GET /api/admin/operations`: the commands of both services together, newest first. */
export function createListOperations(deps: {
  services: Services;
  keys: OperationIdKeys;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}): (request: Request, response: Response) => Promise<void> {
  const { services, keys, locale } = deps;
  return async (request, response) => {
    requireScope(response, 'admin:read');
    const { fields, parameters } = readQuery(request);
    const { value, errors } = validate(operationsQuery, fields, locale);
    if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
    const paging = toPaging({ ...value, paginate: value.paginate === 'cursor' ? 'cursor' : 'pages' });
    const links = { baseUrl: deps.baseUrl(request) + pathOf(request), query: parameters };
    const { rows, wrapper } = await pageOf(services, paging, links);
    const data = rows.map((row) => resourceOf(row, keys, request, response));
    response.json({ data, ...wrapper });
  };
}

function pageOf(services: Services, paging: Paging, links: Links): Promise<Page> {
  if (paging.kind === 'cursor') return pageAtCursor(services, paging, links);
  if (paging.kind === 'pages') return numberedPage(services, paging, links);
  throw new Error('The list of operations is always paged');
}

async function numberedPage(
  services: Services,
  { page, perPage }: Extract<Paging, { kind: 'pages' }>,
  links: Links,
): Promise<Page> {
  const { operations, total } = await newestOperations(services, {
    limit: Math.min(page * perPage, deepestRow),
  });
  const before = (page - 1) * perPage;
  if (page * perPage > deepestRow && before < total) {
    throw invalid({ field: 'page', rule: 'deep_page', params: { max: Math.floor(deepestRow / perPage) } });
  }
  const rows = operations.slice(before);
  return { rows, wrapper: laravelPage({ ...links, page, perPage, total, count: rows.length }) };
}

async function pageAtCursor(
  services: Services,
  { cursor, perPage }: Extract<Paging, { kind: 'cursor' }>,
  links: Links,
): Promise<Page> {
  const at = cursor === null ? null : decodeOperationCursor(cursor);
  const { operations } = await newestOperations(services, {
    limit: perPage + 1,
    ...(at && cursor !== null && { cursor, pointsToNext: at.pointsToNext }),
  });
  const { rows, ...cursors } = rowsAtCursor(operations, { at, perPage }, ({ record }) => [
    record.accepted_at,
    record._id,
  ]);
  return { rows, wrapper: cursorPage({ ...links, perPage, ...cursors }) };
}

function decodeOperationCursor(cursor: string): ListCursor {
  const decoded = decodeCursor(cursor, 2);
  if (decoded.values.every((value) => typeof value === 'string')) return decoded;
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

function resourceOf(
  { record, bulk, service }: ListedOperation,
  keys: OperationIdKeys,
  request: Request,
  response: Response,
): OperationResource {
  const { _id: commandId, type, owner, accepted_at: at } = record;
  const { language, requestId } = contextOf(response);
  const reference = { commandId, service, type, owner, at };
  const context = { language, requestId, instance: pathOf(request) };
  return operationResource(operationId(reference, keys), reference, { record, bulk }, context);
}
