import { isFinal } from '#shared/decide/bulk-operation.ts';
import type { BulkOperation } from '#shared/decide/bulk-operation.ts';
import type { KnownOperation } from '#shared/commands/operation-routes.ts';
import type { OperationRef } from '../operations/operation-id.ts';
import type { ServiceClient } from '../reads/service-client.ts';

const firstLookMs = 15;
const longestLookMs = 250;

type Asking = Pick<ServiceClient, 'ask'>;

/** What the owning service knows of a command. */
export async function askOperation(
  services: Asking,
  { service, commandId }: Pick<OperationRef, 'service' | 'commandId'>,
): Promise<KnownOperation> {
  const known = (await services.ask(service, 'GET', `/operations/${commandId}`)) as KnownOperation | null;
  return known ?? { record: null, bulk: null, isWorkerAlive: true };
}

/**
 * The bulk operation once it is over, or as it stands when the wait is; null when nothing is known of it. A service that
 * can't be asked is no refusal: the operation is committed, and goes on.
 */
export async function awaitBulk(
  services: Asking,
  reference: Pick<OperationRef, 'service' | 'commandId'>,
  waitMs: number,
): Promise<BulkOperation | null> {
  const until = performance.now() + waitMs;
  let latest: BulkOperation | null = null;
  for (let look = firstLookMs; ; look = Math.min(look * 2, longestLookMs)) {
    await new Promise((resolve) => setTimeout(resolve, look));
    latest = await askOperation(services, reference).then(
      ({ bulk }) => bulk,
      () => latest,
    );
    const isOver = latest !== null && isFinal(latest.status);
    if (isOver || performance.now() + look > until) return latest;
  }
}
