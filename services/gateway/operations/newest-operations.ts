import type { KnownOperations } from '#shared/commands/operation-routes.ts';
import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { ServiceClient } from '../reads/service-client.ts';

export type ListedOperation = KnownOperations['operations'][number] & { service: ServiceName };

/** The first `limit` operations of both services from a cursor on, in its direction; the newest without one. */
export async function newestOperations(
  services: Pick<ServiceClient, 'ask'>,
  { limit, cursor, pointsToNext = true }: { limit: number; cursor?: string; pointsToNext?: boolean },
): Promise<{ operations: ListedOperation[]; total: number }> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor !== undefined && { cursor }) });
  const path = `/operations?${query.toString()}`;
  const answers = await Promise.all(
    serviceNames.map(async (service) => {
      const known = (await services.ask(service, 'GET', path)) as KnownOperations;
      return { service, ...known };
    }),
  );
  const all = answers.flatMap(({ operations, service }) =>
    operations.map((operation) => ({ ...operation, service })),
  );
  all.sort((a, b) => (pointsToNext ? 1 : -1) * newestFirst(a, b));
  return { operations: all.slice(0, limit), total: answers.reduce((sum, { total }) => sum + total, 0) };
}

function newestFirst({ record: a }: ListedOperation, { record: b }: ListedOperation): number {
  if (a.accepted_at !== b.accepted_at) return a.accepted_at < b.accepted_at ? 1 : -1;
  return a._id < b._id ? 1 : -1;
}
