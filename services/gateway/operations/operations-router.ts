import { Router, type Request, type Response } from 'express';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import type { OperationIdKeys } from '#shared/process/internal-secrets.ts';
import { Problem } from '#shared/errors.ts';
import { restInProportion } from '#shared/process/paced-loop.ts';
import { principalOf, requireScope } from '../auth/access.ts';
import type { Principal } from '../auth/authenticate.ts';
import { effectiveMethod } from '../body/effective-method.ts';
import { readBody, type Reception } from '../body/request-body.ts';
import type { CallerLimit } from '../limits/caller-limit.ts';
import type { OpenReads } from '../limits/open-reads.ts';
import { pathOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import { methodNotAllowed } from '../problems/problem-response.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { actOnParked } from './act-on-parked.ts';
import { createRounds } from './ask-in-rounds.ts';
import { askOperation, askOperations } from './ask-operation.ts';
import { createFindOperation, isOwner, type FindOperation } from './find-operation.ts';
import { followUpActs, requireWriter, submitFollowUp } from './follow-up.ts';
import { createListOperations } from './list-operations.ts';
import type { SubmitCommand } from '../writes/submit-command.ts';
import { sendReport } from './send-report.ts';
import type { QueuedRecords } from './queued-records.ts';
import { streamOperation, type StreamDeps } from './stream-operation.ts';
import type { OperationRef } from './operation-id.ts';
import { finalStatuses } from './operation-resource.ts';

const bodyLimits = { bytes: 16 * 1024, values: 100 };
/** `bodyLimits` allows no large or heavy body, so a body needs no memory limit and no queue. */
const atOnce: Reception = { take: () => undefined, heavyTurn: (read) => read() };

export const operationsPath = '/api/admin/operations';

const operationMethods = ['GET', 'HEAD', 'DELETE'];
const methodsOf: Readonly<Record<string, string[]>> = {
  '/api/operations/:id': operationMethods,
  '/api/operations/:id/events': ['GET', 'HEAD'],
  '/api/operations/:id/report': ['GET', 'HEAD'],
  '/api/operations/:id/apply': ['POST'],
  '/api/operations/:id/undo': ['POST'],
  [operationsPath]: ['GET', 'HEAD'],
  '/api/admin/operations/:id/redrive': ['POST'],
  '/api/admin/operations/:id/discard': ['POST'],
};

/** After a slow round of lookups for streams, the pause is longer, so that other work gets most of the time. */
const restOfStreams = restInProportion(2, { leastMs: 300, mostMs: 5000 });

interface Deps {
  services: Pick<ServiceClient, 'ask' | 'stream'>;
  openReads: OpenReads;
  queuedRecords: Pick<QueuedRecords, 'find'>;
  submitCommand: SubmitCommand;
  streams: CallerLimit;
  keepAliveMs?: number;
  keys: OperationIdKeys;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}

export function createOperationsRouter(deps: Deps): Router {
  const { services, queuedRecords, keys } = deps;
  const find = createFindOperation({
    ask: (reference) => askOperation(services, reference),
    queuedRecords,
    keys,
  });
  const cancel = (request: Request<{ id: string }>, response: Response) =>
    cancelOperation({ find, services }, request, response);
  const streaming = streamDeps(deps);
  const router = Router();

  router.use('/api/operations/:id', async (_request, response, next) => {
    await refuseDeletedShopper(services, principalOf(response));
    next();
  });
  router.get('/api/operations/:id', async (request, response) => {
    const { operation } = await find(request.params.id, response);
    response.json({ data: operation });
  });
  router.delete('/api/operations/:id', cancel);
  router.post('/api/operations/:id', async (request, response) => {
    await requireDelete(request);
    await cancel(request, response);
  });
  router.get('/api/operations/:id/events', (request, response) =>
    streamOperation(streaming, request, response),
  );
  router.get('/api/operations/:id/report', async (request, response) => {
    const { reference } = await find(request.params.id, response);
    await sendReport(deps, reference, request, response);
  });
  for (const act of followUpActs) {
    router.post(`/api/operations/:id/${act}`, async (request, response) => {
      // Reject callers without permission before reading the body.
      requireWriter(response);
      const { fields: body } = await readBody(request, bodyLimits, atOnce);
      requireMethod('POST', body, request, ['POST']);
      await submitFollowUp({ ...deps, find }, act, { body, id: request.params.id }, request, response);
    });
  }
  router.get(operationsPath, createListOperations(deps));
  for (const act of ['redrive', 'discard'] as const) {
    router.post(`/api/admin/operations/:id/${act}`, async (request, response) => {
      // Reject callers without permission before reading the body.
      requireScope(response, 'admin');
      const { fields: body } = await readBody(request, bodyLimits, atOnce);
      requireMethod('POST', body, request, ['POST']);
      await actOnParked({ ...deps, find }, act, { body, id: request.params.id }, response);
    });
  }

  for (const [path, methods] of Object.entries(methodsOf)) {
    router.all(path, (request) => {
      throw methodNotAllowed(request.method, pathOf(request), methods);
    });
  }
  return router;
}

/** Throws `not_found` if the caller is a deleted shopper. */
async function refuseDeletedShopper(
  services: Pick<ServiceClient, 'ask'>,
  { userId, external, scopes }: Principal,
): Promise<void> {
  if (scopes.has('admin:read') || (userId === null && !external)) return;
  const query = new URLSearchParams(
    external ? { external_id: external.id, external_key: external.key } : { user_id: String(userId) },
  );
  const found = (await services.ask('orders', 'GET', `/shopper-gone?${query.toString()}`)) as {
    is_gone: boolean;
  } | null;
  if (found?.is_gone === true) throw new Problem('not_found');
}

/** All streams share their rounds of lookups, so that many streams cost little more than a single stream. */
function streamDeps({ services, queuedRecords, keys, streams, keepAliveMs }: Deps): StreamDeps {
  const askAll = (service: ServiceName, commands: readonly string[]) =>
    askOperations(services, service, commands);
  return {
    find: createFindOperation({ ask: createRounds(askAll, () => 0), queuedRecords, keys }),
    findLater: createFindOperation({ ask: createRounds(askAll, restOfStreams), queuedRecords, keys }),
    streams,
    ...(keepAliveMs !== undefined && { keepAliveMs }),
  };
}

/** A form can't send DELETE, so its POST contains the intended method. */
async function requireDelete(request: Request): Promise<void> {
  const { fields: body } = await readBody(request, bodyLimits, atOnce);
  requireMethod('DELETE', body, request, operationMethods);
}

/** Throws `method_not_allowed` if the method after any override is not `wanted`. */
function requireMethod(
  wanted: string,
  body: Record<string, unknown>,
  request: Request,
  methods: string[],
): void {
  const override = request.get('X-HTTP-Method-Override');
  const method = effectiveMethod('POST', body, readQuery(request).fields, override);
  if (method !== wanted) throw methodNotAllowed(method, pathOf(request), methods);
}

/** Throws `conflict` when it is too late. */
async function cancelOperation(
  { find, services }: { find: FindOperation; services: Pick<ServiceClient, 'ask'> },
  request: Request<{ id: string }>,
  response: Response,
): Promise<void> {
  const { id } = request.params;
  const { reference, operation } = await find(id, response);
  if (!isOwner(response, reference.owner)) requireScope(response, 'admin');
  const isCancelled = !finalStatuses.has(operation.status) && (await askToCancel(services, reference));
  if (!isCancelled) {
    throw new Problem('conflict', {
      detail: `The operation is ${operation.status} and can no longer be cancelled.`,
    });
  }
  const cancelled = await find(id, response);
  response.json({ data: cancelled.operation });
}

async function askToCancel(
  services: Pick<ServiceClient, 'ask'>,
  { service, commandId, type, owner, at }: OperationRef,
): Promise<boolean> {
  const query = new URLSearchParams({ type, owner, accepted_at: at }).toString();
  const answer = await services.ask(service, 'POST', `/operations/${commandId}/cancel?${query}`, {});
  return (answer as { cancelled: boolean } | null)?.cancelled === true;
}
