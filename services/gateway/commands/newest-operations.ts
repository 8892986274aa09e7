import type { KnownOperations } from '#shared/engine/commands/operation-routes.ts';
import type { operationList } from '#shared/contracts/endpoints/operation-endpoints.ts';
import type { ExportRequest } from '#shared/contracts/kit/exports.ts';
import type { Paging } from '#shared/contracts/kit/list-query.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { momentsOf } from '#shared/contracts/kit/filter-kinds.ts';
import type { ServiceClient } from '../reads/service-client.ts';

export type ListedOperation = KnownOperations['operations'][number] & { service: ServiceName };

export interface OperationsQuery {
  filters: NonNullable<(typeof operationList)['filtersType']>;
  isOldestFirst: boolean;
  paging: Paging;
  /** Null: the response is JSON. */
  file: ExportRequest | null;
}

interface OperationsPage extends Pick<OperationsQuery, 'filters' | 'isOldestFirst'> {
  limit: number;
  cursor?: string;
  pointsToNext?: boolean;
  /** The number at which counting stops. Null: operations are not counted. */
  countUpTo: number | null;
}

/** Begins at the cursor, in the direction of `pointsToNext`. Without a cursor, begins at the start of the list. */
export async function newestOperations(
  services: Pick<ServiceClient, 'ask'>,
  page: OperationsPage,
  { timeZone }: Pick<StoreLocale, 'timeZone'>,
): Promise<{ operations: ListedOperation[]; total: number }> {
  const { limit, pointsToNext = true, isOldestFirst } = page;
  const path = `/operations?${parametersOf(page, timeZone).toString()}`;
  const answers = await Promise.all(
    serviceNames.map(async (service) => {
      const known = (await services.ask(service, 'GET', path)) as KnownOperations;
      return { service, ...known };
    }),
  );
  const all = answers.flatMap(({ operations, service }) =>
    operations.map((operation) => ({ ...operation, service })),
  );
  all.sort((a, b) => (pointsToNext === isOldestFirst ? -1 : 1) * newestFirst(a, b));
  return { operations: all.slice(0, limit), total: answers.reduce((sum, { total }) => sum + total, 0) };
}

function parametersOf({ filters, ...page }: OperationsPage, timeZone: string): URLSearchParams {
  const { status, type, owner, created_at: created } = filters;
  return new URLSearchParams({
    limit: String(page.limit),
    count_up_to: page.countUpTo === null ? 'none' : String(page.countUpTo),
    ...(page.cursor !== undefined && { cursor: page.cursor }),
    ...(page.isOldestFirst && { oldest_first: '1' }),
    ...(status && { statuses: status.join(',') }),
    ...(type !== undefined && { type }),
    ...(owner !== undefined && { owner }),
    ...(created && momentsOf(created, timeZone)),
  });
}

function newestFirst({ record: a }: ListedOperation, { record: b }: ListedOperation): number {
  if (a.accepted_at !== b.accepted_at) return a.accepted_at < b.accepted_at ? 1 : -1;
  return a._id < b._id ? 1 : -1;
}
