import { Problem } from '#shared/errors.ts';
import { isFinal, type BulkOperation } from '#shared/decide/bulk-operation.ts';
import { askOperation } from '../operations/ask-operation.ts';
import type { OperationRef } from '../operations/operation-id.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { poll } from './poll.ts';

/**
 * The bulk operation once it is final, or its state at the deadline. Null when the service doesn't have it. An unavailable
 * service does not fail the request, because the operation is committed. An operation that began and is now missing does fail
 * it.
 */
export async function awaitBulk(
  services: Pick<ServiceClient, 'ask'>,
  reference: Pick<OperationRef, 'service' | 'commandId'>,
  deadline: number,
): Promise<BulkOperation | null> {
  let latest: BulkOperation | null = null;
  await poll(
    async () => {
      const known = await askOperation(services, reference).catch(() => null);
      if (known?.record && !known.bulk) throw new Problem('work_lost');
      if (known) latest = known.bulk;
      return latest !== null && isFinal(latest.status);
    },
    { firstMs: 15, longestMs: 250, deadline },
  );
  return latest;
}
