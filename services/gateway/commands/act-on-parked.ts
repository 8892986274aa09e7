import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'express';
import type { AnswerOfParked, AskedOfParked } from '#shared/engine/commands/parked/parked-routes.ts';
import { detail, Problem } from '#shared/contracts/errors.ts';
import { principalOf } from '../auth/access.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import type { LocalRequest } from '../locals/serve-locals.ts';
import type { FindOperation } from './find-operation.ts';
import { operationPath } from './operation-id.ts';
import { finalStatuses, type OperationResource } from './operation-resource.ts';

interface Deps {
  find: FindOperation;
  services: Pick<ServiceClient, 'ask'>;
}

/** After a redrive: the longest wait for the outcome, and the interval between checks. */
const [outcomeWithinMs, lookEveryMs] = [5000, 100];

/**
 * Redrives or discards a parked operation. Responds with 200 and the ended operation, or with 202 if the outcome takes longer.
 * Throws `conflict` if the action is impossible.
 */
export async function actOnParked(
  { find, services }: Deps,
  action: AskedOfParked['action'],
  { params: { id }, body }: LocalRequest<':id', unknown, { reason: string; force?: boolean }>,
  response: Response,
): Promise<void> {
  const { reference, operation } = await find(id, response);
  const { reason, force } = await body();
  if (operation.status !== 'parked') throw notParked(operation);
  const { service, commandId } = reference;
  const asked: AskedOfParked = {
    action,
    by: `admin:${principalOf(response).subject}`,
    because: reason,
    isForced: force ?? false,
  };
  const answer = await services.ask(service, 'POST', `/operations/${commandId}/parked`, asked);
  const { state, detail: text, objections } = answer as AnswerOfParked;
  const look = async (): Promise<OperationResource> => (await find(id, response)).operation;
  if (state === 'not-parked') throw notParked(await look());
  if (state === 'absent') throw new Problem('conflict', detail('message_not_parked'));
  if (state === 'no-origin') throw new Problem('conflict', detail('message_without_origin'));
  // A worker of release 0.6.0 sends only the English text of its objections to a redrive.
  if (state === 'objections')
    throw new Problem('conflict', detail('stays_parked', { why: objections ?? [{ detail: text ?? '' }] }));
  const now = state === 'done' ? await ended(look) : await look();
  if (!finalStatuses.has(now.status)) response.status(202).setHeader('Location', operationPath(now.id));
  response.json({ data: now });
}

async function ended(look: () => Promise<OperationResource>): Promise<OperationResource> {
  for (let waited = 0; ; waited += lookEveryMs) {
    const operation = await look();
    if (finalStatuses.has(operation.status) || waited >= outcomeWithinMs) return operation;
    await sleep(lookEveryMs);
  }
}

function notParked({ status }: OperationResource): Problem {
  return new Problem('conflict', detail('operation_not_parked', { status }));
}
