import type { KnownOperation } from '#shared/commands/operation-routes.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import type { OperationRef } from './operation-id.ts';

/** What the service that owns a command knows of it. */
export async function askOperation(
  services: Pick<ServiceClient, 'ask'>,
  { service, commandId }: Pick<OperationRef, 'service' | 'commandId'>,
): Promise<KnownOperation> {
  const known = (await services.ask(service, 'GET', `/operations/${commandId}`)) as KnownOperation | null;
  return known ?? { record: null, bulk: null, isWorkerAlive: true, takenUpTo: null };
}
