import type { Redis } from 'ioredis';
import { retention } from '#shared/contracts/retention.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { undoCommand, applyCommand } from '#shared/engine/decide/bulk-operation.ts';
import { withRedisTimeout } from '#shared/platform/redis/connect-redis.ts';
import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import { endpoints } from '../http/routes.ts';
import type { OperationRef } from './operation-id.ts';

export type QueuedRecords = ReturnType<typeof createQueuedRecords>;

/**
 * Keeps in Redis how many records queued bulk work has, because the database has no record of the work before a worker starts
 * it. While Redis is unavailable, nothing is stored or found.
 */
export function createQueuedRecords(deps: {
  /** The connection must be made with `enableOfflineQueue: false`. */
  redis: Pick<Redis, 'get' | 'set'>;
  namespace: string;
}) {
  const { redis, namespace } = deps;
  const keyOf = (commandId: string) => `${namespace}:unfinished:records:${commandId}`;
  return {
    keep: async (commandId: string, records: number): Promise<void> => {
      const kept = redis.set(keyOf(commandId), records, 'PX', retention.outcomes.keptMs);
      await withRedisTimeout(kept).catch(() => undefined);
    },
    find: async (commandId: string): Promise<number | null> => {
      const records = await withRedisTimeout(redis.get(keyOf(commandId))).catch(() => null);
      return typeof records === 'string' ? Number(records) : null;
    },
  };
}

const bulkTypes: ReadonlySet<string> = new Set([
  ...endpoints.flatMap((endpoint) =>
    endpoint.kind === 'write' && endpoint.declared.bulk ? [endpoint.id] : [],
  ),
  ...serviceNames.flatMap((service) => [applyCommand(service), undoCommand(service)]),
]);

export function isBulkWork(type: string): boolean {
  return bulkTypes.has(type);
}

/** How many records a command changes. For bulk work that no worker has started, 0 while the number is unknown. */
export async function recordsOf(
  { find }: Pick<QueuedRecords, 'find'>,
  { type, commandId }: Pick<OperationRef, 'type' | 'commandId'>,
  { bulk }: Pick<KnownOperation, 'bulk'>,
): Promise<number> {
  if (bulk !== null || !isBulkWork(type)) return 1;
  return (await find(commandId)) ?? 0;
}
