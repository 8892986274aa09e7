import { Router } from 'express';
import type { Request, Response } from 'express';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import type { OperationIdKeys } from '#shared/process/internal-secrets.ts';
import { effectiveMethod } from '../body/effective-method.ts';
import { readBody } from '../body/request-body.ts';
import type { Reception } from '../body/request-body.ts';
import { createCallerLimit } from '../limits/caller-limit.ts';
import type { OpenReads } from '../limits/open-reads.ts';
import { pathOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import { methodNotAllowed } from '../problems/problem-response.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { cancelOperation } from './cancel-operation.ts';
import { createFindOperation } from './find-operation.ts';
import { createListOperations } from './list-operations.ts';
import { sendReport } from './send-report.ts';
import { streamOperation, tooManyStreams } from './stream-operation.ts';

const bodyLimits = { bytes: 16 * 1024, values: 100 };
/** A body within these limits is neither large nor heavy. */
const atOnce: Reception = { take: () => undefined, heavyTurn: (read) => read() };

const operationMethods = ['GET', 'HEAD', 'DELETE'];
const methodsOf: Readonly<Record<string, string[]>> = {
  '/api/operations/:id': operationMethods,
  '/api/operations/:id/events': ['GET', 'HEAD'],
  '/api/operations/:id/report': ['GET', 'HEAD'],
  '/api/admin/operations': ['GET', 'HEAD'],
};

/** `/api/operations/…` and `/api/admin/operations`: what became of writes, for their owners and admins. */
export function createOperationsRouter(deps: {
  services: Pick<ServiceClient, 'ask' | 'stream'>;
  openReads: OpenReads;
  streamsPerCaller: number;
  keys: OperationIdKeys;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}): Router {
  const { services } = deps;
  const find = createFindOperation(deps);
  const cancel = (request: Request<{ id: string }>, response: Response) =>
    cancelOperation({ find, services }, request, response);
  const streams = createCallerLimit(deps.streamsPerCaller, tooManyStreams);
  const router = Router();

  router.get('/api/operations/:id', async (request, response) => {
    const { operation } = await find(request.params.id, response, pathOf(request));
    response.json({ data: operation });
  });
  router.delete('/api/operations/:id', cancel);
  router.post('/api/operations/:id', async (request, response) => {
    await requireDelete(request);
    await cancel(request, response);
  });
  router.get('/api/operations/:id/events', (request, response) =>
    streamOperation({ find, streams }, request, response),
  );
  router.get('/api/operations/:id/report', async (request, response) => {
    const { reference } = await find(request.params.id, response, pathOf(request));
    await sendReport(deps, reference, request, response);
  });
  router.get('/api/admin/operations', createListOperations(deps));

  for (const [path, methods] of Object.entries(methodsOf)) {
    router.all(path, (request) => {
      throw methodNotAllowed(request.method, pathOf(request), methods);
    });
  }
  return router;
}

/** A form can't send DELETE: its POST names the method. */
async function requireDelete(request: Request): Promise<void> {
  const body = await readBody(request, bodyLimits, atOnce);
  const override = request.get('X-HTTP-Method-Override');
  const method = effectiveMethod('POST', body, readQuery(request).fields, override);
  if (method !== 'DELETE') throw methodNotAllowed(method, pathOf(request), operationMethods);
}
