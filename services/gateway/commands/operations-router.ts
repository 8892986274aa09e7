import { Router, type Request, type Response } from 'express';
import { operationLocals } from '#shared/contracts/endpoints/operation-endpoints.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import type { OperationIdKeys } from '#shared/platform/process/internal-secrets.ts';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { restInProportion } from '#shared/platform/process/paced-loop.ts';
import { principalOf, requireScope } from '../auth/access.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { CallerLimit } from '../limits/caller-limit.ts';
import type { OpenReads } from '../limits/open-reads.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { serveLocals } from '../locals/serve-locals.ts';
import { actOnParked } from './act-on-parked.ts';
import { askOperation, askOperations, createRounds, type AskKnown } from './ask-operations.ts';
import { createFindOperation, isOwner, type FindOperation } from './find-operation.ts';
import { submitFollowUp } from './follow-up.ts';
import { createListOperations } from './list-operations.ts';
import type { SubmitCommand } from './submit-command.ts';
import { sendReport } from './send-report.ts';
import type { QueuedRecords } from './queued-records.ts';
import { streamOperation, type StreamDeps } from './stream-operation.ts';
import type { OperationRef } from './operation-id.ts';
import { finalStatuses } from './operation-resource.ts';

/** After a slow round of lookups for streams, the pause is longer, so that other work gets most of the time. */
const restOfStreams = restInProportion(2, { leastMs: 300, mostMs: 5000 });

interface Deps {
  services: Pick<ServiceClient, 'ask' | 'stream'>;
  openReads: OpenReads;
  queuedRecords: Pick<QueuedRecords, 'find'>;
  submitCommand: SubmitCommand;
  countStream: CallerLimit;
  stopping: AbortSignal;
  keepAliveMs?: number;
  keys: OperationIdKeys;
  locale: StoreLocale;
  baseUrl: (request: Request) => string;
}

export function createOperationsRouter(deps: Deps): Router {
  const { services } = deps;
  const findBy = (ask: AskKnown) => createFindOperation({ ...deps, ask });
  const find = findBy((reference) => askOperation(services, reference));
  const followUps = { ...deps, find };
  const askAll = (service: ServiceName, commands: readonly string[]) =>
    askOperations(services, service, commands);
  // All streams share the same lookups, so that many streams cost little more than one.
  const streaming: StreamDeps = {
    ...deps,
    find: findBy(createRounds(askAll, () => 0)),
    findLater: findBy(createRounds(askAll, restOfStreams)),
    refuseDeletedShopper: (principal) => refuseDeletedShopper(services, principal),
  };
  const listOperations = createListOperations(deps);
  const router = Router();
  router.use('/api/operations/:id', async (_request, response, next) => {
    await refuseDeletedShopper(services, principalOf(response));
    next();
  });
  return router.use(
    serveLocals(
      operationLocals,
      {
        'operations.read': async ({ params }, _request, response) => {
          const { operation } = await find(params.id, response);
          response.json({ data: operation });
        },
        'operations.cancel': ({ params }, _request, response) =>
          cancelOperation({ find, services }, params.id, response),
        'operations.events': ({ params }, request, response) =>
          streamOperation(streaming, params.id, request, response),
        'operations.report': async ({ params }, request, response) => {
          const { reference } = await find(params.id, response);
          await sendReport(deps, reference, request, response);
        },
        'operations.apply': (asked, request, response) =>
          submitFollowUp(followUps, 'apply', asked, request, response),
        'operations.undo': (asked, request, response) =>
          submitFollowUp(followUps, 'undo', asked, request, response),
        'operations.list': (_asked, request, response) => listOperations(request, response),
        'operations.redrive': (asked, _request, response) =>
          actOnParked(followUps, 'redrive', asked, response),
        'operations.discard': (asked, _request, response) =>
          actOnParked(followUps, 'discard', asked, response),
      },
      deps,
    ),
  );
}

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

async function cancelOperation(
  { find, services }: { find: FindOperation; services: Pick<ServiceClient, 'ask'> },
  id: string,
  response: Response,
): Promise<void> {
  const { reference, operation } = await find(id, response);
  if (!isOwner(response, reference.owner)) requireScope(response, 'admin');
  const isCancelled = !finalStatuses.has(operation.status) && (await askToCancel(services, reference));
  if (!isCancelled) {
    const { status } = (await find(id, response)).operation;
    throw new Problem('conflict', detail('operation_final', { status }));
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
