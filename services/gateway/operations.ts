import type { Request, Response, Router } from 'express';
import type { InboxRecord } from '#shared/commands/decide-batch.ts';
import { ownerOf } from '#shared/commands/decide-batch.ts';
import { integer, object, blankable } from '#shared/contracts/fields.ts';
import type { StoreLocale } from '#shared/contracts/fields.ts';
import { validate } from '#shared/contracts/validate.ts';
import { Problem } from '#shared/errors.ts';
import { laravelPage } from '#shared/http/laravel-page.ts';
import { readQuery } from './answer-read.ts';
import { callerOf, requireScope } from './access.ts';
import { operationId, readOperationId } from './operation-id.ts';
import type { OperationRef } from './operation-id.ts';
import { finalStatuses, operationFrom, queuedOperation } from './operation-resource.ts';
import type { OperationResource } from './operation-resource.ts';
import { contextOf, pathOf } from './request-context.ts';
import { endpoints } from './routes.ts';
import type { ServiceClient } from './service-client.ts';

const keptMs = 7 * 24 * 3600 * 1000;
const pollMs = 300;
const keepAliveMs = 15_000;
const bulkTypes = new Set(
  endpoints.flatMap((endpoint) => (endpoint.kind === 'write' && endpoint.declared.bulk ? [endpoint.id] : [])),
);
const pageQuery = object({
  page: blankable(integer({ min: 1, max: 10_000 })),
  per_page: blankable(integer({ min: 1, max: 200 })),
});

interface Deps {
  services: Pick<ServiceClient, 'ask'>;
  secret: string;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}

/** `/api/operations/…`: what became of a command; its owner and admins may look. */
export function mountOperations(router: Router, deps: Deps): void {
  const { services, secret } = deps;

  const find = async (
    id: string,
    response: Response,
    path: string,
  ): Promise<[OperationRef, OperationResource]> => {
    const reference = readOperationId(id, secret);
    if (!reference || !maySee(response, reference.owner)) throw new Problem('not_found');
    const record = (await services.ask(
      reference.service,
      'GET',
      `/operations/${reference.commandId}`,
    )) as InboxRecord | null;
    if (record) return [reference, resourceOf(id, reference, record, response, path)];
    if (Date.now() - Date.parse(reference.at) > keptMs) throw new Problem('not_found');
    return [reference, queuedOperation(id, reference)];
  };

  router.get('/api/operations/:id', async (request, response) => {
    const [, operation] = await find(request.params.id, response, pathOf(request));
    response.json({ data: operation });
  });

  router.delete('/api/operations/:id', async (request, response) => {
    const { id } = request.params;
    const [reference, operation] = await find(id, response, pathOf(request));
    const query = new URLSearchParams({
      type: reference.type,
      owner: reference.owner,
      accepted_at: reference.at,
    });
    const path = `/operations/${reference.commandId}/cancel?${query.toString()}`;
    const answer = finalStatuses.has(operation.status)
      ? null
      : ((await services.ask(reference.service, 'POST', path, {})) as { cancelled: boolean });
    if (answer?.cancelled !== true) {
      throw new Problem('conflict', {
        detail: `The operation is ${operation.status} and can no longer be cancelled.`,
      });
    }
    const [, cancelled] = await find(id, response, pathOf(request));
    response.json({ data: cancelled });
  });

  router.get('/api/operations/:id/events', async (request, response) => {
    const { id } = request.params;
    const path = pathOf(request);
    let [, operation] = await find(id, response, path);
    response
      .setHeader('Content-Type', 'text/event-stream; charset=utf-8')
      .setHeader('Cache-Control', 'no-store');
    const isOver = () => response.destroyed || response.writableEnded;
    let sent = '';
    let sentAt = 0;
    while (!isOver()) {
      const data = JSON.stringify(operation);
      if (data !== sent) {
        response.write(`event: operation\ndata: ${data}\n\n`);
        [sent, sentAt] = [data, Date.now()];
      } else if (Date.now() - sentAt > keepAliveMs) {
        response.write(': waiting\n\n');
        sentAt = Date.now();
      }
      if (finalStatuses.has(operation.status)) break;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      // A service that is away for a moment does not end the stream.
      operation = await find(id, response, path).then(
        ([, found]) => found,
        () => operation,
      );
    }
    response.end();
  });

  router.get('/api/admin/operations', async (request, response) => {
    requireScope(response, 'admin:read');
    const { value, errors } = validate(pageQuery, readQuery(request), deps.locale);
    if (errors.length > 0) throw new Problem('validation_failed', { fields: errors });
    const [page, perPage] = [value.page ?? 1, value.per_page ?? 15];
    const wanted = `/operations?limit=${page * perPage}`;
    const asked = await Promise.all([
      services.ask('catalog', 'GET', wanted),
      services.ask('orders', 'GET', wanted),
    ]);
    const answers = asked as { records: InboxRecord[]; total: number }[];
    const rows = answers
      .flatMap(({ records }, index) =>
        records.map((record) => ({ record, service: index === 0 ? 'catalog' : 'orders' }) as const),
      )
      .sort((a, b) => (a.record.accepted_at < b.record.accepted_at ? 1 : -1))
      .slice((page - 1) * perPage, page * perPage);
    const data = rows.map(({ record, service }) => {
      const { _id: commandId, type, owner, accepted_at: at } = record;
      const reference: OperationRef = { commandId, service, type, owner, at };
      return resourceOf(operationId(reference, secret), reference, record, response, pathOf(request));
    });
    const total = answers.reduce((sum, answer) => sum + answer.total, 0);
    const query = [...new URLSearchParams(request.originalUrl.split('?')[1] ?? '')];
    const baseUrl = deps.baseUrl(request) + pathOf(request);
    response.json({ data, ...laravelPage({ baseUrl, query, page, perPage, total, count: data.length }) });
  });
}

function maySee(response: Response, owner: string): boolean {
  const caller = callerOf(response);
  if (caller.scopes.has('admin:read')) return true;
  return ownerOf({ caller: { area: 'client', subject: caller.subject, userId: caller.userId } }) === owner;
}

function resourceOf(
  id: string,
  reference: OperationRef,
  record: InboxRecord,
  response: Response,
  instance: string,
) {
  const { language, requestId } = contextOf(response);
  const context = { language, requestId, instance };
  return operationFrom(id, reference, record, { isBulk: bulkTypes.has(reference.type), context });
}
