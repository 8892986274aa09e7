import type { Request, Response } from 'express';
import { Problem } from '#shared/errors.ts';
import { requireScope } from '../auth/access.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { isOwner, type FindOperation } from './find-operation.ts';
import type { OperationRef } from './operation-id.ts';
import { finalStatuses } from './operation-resource.ts';

/** Cancels an unfinished operation for its owner or an admin. Throws `conflict` when it is too late. */
export async function cancelOperation(
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
