import type { FoundOperations, KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import type { OperationRef } from './operation-id.ts';

type Services = Pick<ServiceClient, 'ask'>;

export async function askOperation(
  services: Services,
  { service, commandId }: Pick<OperationRef, 'service' | 'commandId'>,
): Promise<KnownOperation> {
  const known = (await services.ask(service, 'GET', `/operations/${commandId}`)) as KnownOperation | null;
  return known ?? { record: null, bulk: null, isWorkerAlive: true, takenUpTo: null };
}

/** The results are in the same sequence as the commands. */
export async function askOperations(
  services: Services,
  service: ServiceName,
  commands: readonly string[],
): Promise<KnownOperation[]> {
  const found = (await services.ask(service, 'POST', '/operations/find', { commands })) as FoundOperations;
  const { operations, ...workers } = found;
  return operations.map((operation) => ({ ...operation, ...workers }));
}
