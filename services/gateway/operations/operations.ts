import type { Request, Response, Router } from 'express';
import type { KnownOperation } from '#shared/commands/operation-routes.ts';
import { ownerOf } from '#shared/decide/decide-batch.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { Problem } from '#shared/errors.ts';
import { readQuery } from '../reads/forward-read.ts';
import { callerOf, requireScope } from '../auth/access.ts';
import { operationId, readOperationId } from './operation-id.ts';
import type { OperationRef } from './operation-id.ts';
import { askOperation } from '../writes/await-bulk.ts';
import { finalStatuses, operationFrom } from './operation-resource.ts';
import type { OperationResource } from './operation-resource.ts';
import { createOperationsList } from './operations-list.ts';
import { methodNotAllowed } from '../problems/problem-response.ts';
import { effectiveMethod, readBody } from '../body/request-body.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import { sendReport } from './operation-report.ts';
import type { ServiceClient } from '../reads/service-client.ts';

const nobodyWorks = 'No worker is alive: the operation waits until one is.';
const keptMs = 7 * 24 * 3600 * 1000;
const pollMs = 300;
const keepAliveMs = 15_000;
const bodyLimits = { bytes: 16 * 1024, values: 100 };

const operationMethods = ['GET', 'HEAD', 'DELETE'];
const methodsOf: Readonly<Record<string, string[]>> = {
  '/api/operations/:id': operationMethods,
  '/api/operations/:id/events': ['GET', 'HEAD'],
  '/api/operations/:id/report': ['GET', 'HEAD'],
  '/api/admin/operations': ['GET', 'HEAD'],
};

interface Deps {
  services: Pick<ServiceClient, 'ask' | 'stream'>;
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
    const known = await askOperation(services, reference);
    const isUnseen = !known.record && !known.bulk;
    if (isUnseen && Date.now() - Date.parse(reference.at) > keptMs) throw new Problem('not_found');
    const first = firstAcceptance(reference, known);
    const operation = resourceOf(operationId(first, secret), first, known, response, path);
    const isStuck = !known.isWorkerAlive && (operation.status === 'queued' || operation.status === 'running');
    return [reference, isStuck ? { ...operation, note: nobodyWorks } : operation];
  };

  router.get('/api/operations/:id', async (request, response) => {
    const [, operation] = await find(request.params.id, response, pathOf(request));
    response.json({ data: operation });
  });

  const cancel = async (request: Request<{ id: string }>, response: Response): Promise<void> => {
    const { id } = request.params;
    const [reference, operation] = await find(id, response, pathOf(request));
    if (!isOwner(response, reference.owner)) requireScope(response, 'admin');
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
  };

  router.delete('/api/operations/:id', cancel);

  router.post('/api/operations/:id', async (request, response) => {
    const body = await readBody(request, bodyLimits);
    const header = request.get('X-HTTP-Method-Override');
    const method = effectiveMethod('POST', body, readQuery(request), header);
    if (method !== 'DELETE') throw methodNotAllowed(method, pathOf(request), operationMethods);
    await cancel(request, response);
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
        [sent, sentAt] = [data, performance.now()];
      } else if (performance.now() - sentAt > keepAliveMs) {
        response.write(': waiting\n\n');
        sentAt = performance.now();
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

  router.get('/api/operations/:id/report', async (request, response) => {
    const [reference] = await find(request.params.id, response, pathOf(request));
    await sendReport(services, reference, request, response);
  });

  router.get('/api/admin/operations', createOperationsList(deps));

  for (const [path, methods] of Object.entries(methodsOf)) {
    router.all(path, (request) => {
      throw methodNotAllowed(request.method, pathOf(request), methods);
    });
  }
}

/**
 * A command as it was first accepted. A retry with its key that came before a worker saw it was accepted later, by an id
 * that differs in the time alone; once the command is known all of them read as the first.
 */
function firstAcceptance(reference: OperationRef, { record, bulk }: KnownOperation): OperationRef {
  return { ...reference, at: record?.accepted_at ?? bulk?.created_at ?? reference.at };
}

function maySee(response: Response, owner: string): boolean {
  return callerOf(response).scopes.has('admin:read') || isOwner(response, owner);
}

/** Only a client token speaks for a user: the subject of any other may look like a user's id without being one. */
function isOwner(response: Response, owner: string): boolean {
  const { subject, userId } = callerOf(response);
  return userId !== null && ownerOf({ caller: { area: 'client', subject, userId } }) === owner;
}

function resourceOf(
  id: string,
  reference: OperationRef,
  known: Pick<KnownOperation, 'record' | 'bulk'>,
  response: Response,
  instance: string,
): OperationResource {
  const { language, requestId } = contextOf(response);
  return operationFrom(id, reference, known, { language, requestId, instance });
}
