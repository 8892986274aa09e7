import type { Request, Response } from 'express';
import type { KnownOperations } from '#shared/commands/operation-routes.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { describe, object } from '#shared/contracts/schema-kit/fields.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { decodeCursor, rowsAtCursor } from '#shared/lists/cursor.ts';
import type { ListCursor } from '#shared/lists/cursor.ts';
import { pagingFields, toPaging } from '#shared/contracts/schema-kit/list-query.ts';
import type { Paging } from '#shared/contracts/schema-kit/list-query.ts';
import { validate } from '#shared/contracts/schema-kit/validate.ts';
import { invalid, Problem } from '#shared/errors.ts';
import { cursorPage, laravelPage } from '#shared/lists/laravel-page.ts';
import { readQuery } from '../reads/forward-read.ts';
import { requireScope } from '../auth/access.ts';
import { operationId } from './operation-id.ts';
import { operationFrom } from './operation-resource.ts';
import type { OperationResource } from './operation-resource.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import type { ServiceClient } from '../reads/service-client.ts';

const serviceNames: readonly ServiceName[] = ['catalog', 'orders'];
/** Of both services everything before a numbered page has to be read. */
const deepestRow = 10_000;

export const operationsQuery = object({
  ...pagingFields,
  paginate: describe(
    pagingFields.paginate,
    `Pages with links and meta, up to the ${deepestRow}th operation; cursor: cursor pages, to the very last one.`,
  ),
});

type Known = KnownOperations['operations'][number] & { service: ServiceName };

/** `GET /api/admin/operations`: the commands of both services together, newest first. */
export function createOperationsList(deps: {
  services: Pick<ServiceClient, 'ask'>;
  secret: string;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}): (request: Request, response: Response) => Promise<void> {
  const { services, secret } = deps;

  /** The first `limit` of both services from a cursor on, in the direction that it points; the newest without one. */
  const first = async (
    limit: number,
    cursor: string | null,
    pointsToNext = true,
  ): Promise<{ found: Known[]; total: number }> => {
    const asked = new URLSearchParams({ limit: String(limit), ...(cursor !== null && { cursor }) });
    const path = `/operations?${asked.toString()}`;
    const answers = await Promise.all(
      serviceNames.map(async (service) => {
        const known = (await services.ask(service, 'GET', path)) as KnownOperations;
        return { service, ...known };
      }),
    );
    const all = answers.flatMap(({ operations, service }) =>
      operations.map((operation) => ({ ...operation, service })),
    );
    all.sort((a, b) => (pointsToNext ? 1 : -1) * newestFirst(a, b));
    return { found: all.slice(0, limit), total: answers.reduce((sum, { total }) => sum + total, 0) };
  };

  const numberedPage = async ({ page, perPage }: Extract<Paging, { kind: 'pages' }>) => {
    const { found, total } = await first(Math.min(page * perPage, deepestRow), null);
    const before = (page - 1) * perPage;
    if (page * perPage > deepestRow && before < total) {
      throw invalid({ field: 'page', rule: 'deep_page', params: { max: Math.floor(deepestRow / perPage) } });
    }
    const rows = found.slice(before);
    return { rows, wrapper: { page, perPage, total, count: rows.length } };
  };

  const pageByCursor = async ({ cursor, perPage }: Extract<Paging, { kind: 'cursor' }>) => {
    const at = cursor === null ? null : placeOf(cursor);
    const { found } = await first(perPage + 1, cursor, at?.pointsToNext);
    const { rows, ...cursors } = rowsAtCursor(found, { at, perPage }, ({ record }) => [
      record.accepted_at,
      record._id,
    ]);
    return { rows, wrapper: { perPage, ...cursors } };
  };

  return async (request, response) => {
    requireScope(response, 'admin:read');
    const { value, errors } = validate(operationsQuery, readQuery(request), deps.locale);
    if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
    const paginate = value.paginate === 'cursor' ? 'cursor' : 'pages';
    const paging = toPaging({ ...value, paginate });
    const query = [...new URLSearchParams(request.originalUrl.split('?')[1] ?? '')];
    const links = { baseUrl: deps.baseUrl(request) + pathOf(request), query };
    const shown = (rows: Known[]) => rows.map((known) => resourceOf(known, secret, request, response));
    if (paging.kind === 'cursor') {
      const { rows, wrapper } = await pageByCursor(paging);
      response.json({ data: shown(rows), ...cursorPage({ ...links, ...wrapper }) });
    } else if (paging.kind === 'pages') {
      const { rows, wrapper } = await numberedPage(paging);
      response.json({ data: shown(rows), ...laravelPage({ ...links, ...wrapper }) });
    }
  };
}

function newestFirst({ record: a }: Known, { record: b }: Known): number {
  if (a.accepted_at !== b.accepted_at) return a.accepted_at < b.accepted_at ? 1 : -1;
  return a._id < b._id ? 1 : -1;
}

function placeOf(cursor: string): ListCursor {
  const place = decodeCursor(cursor, 2);
  if (place.values.every((value) => typeof value === 'string')) return place;
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

function resourceOf(
  { record, bulk, service }: Known,
  secret: string,
  request: Request,
  response: Response,
): OperationResource {
  const { _id: commandId, type, owner, accepted_at: at } = record;
  const { language, requestId } = contextOf(response);
  const reference = { commandId, service, type, owner, at };
  const context = { language, requestId, instance: pathOf(request) };
  return operationFrom(operationId(reference, secret), reference, { record, bulk }, context);
}
