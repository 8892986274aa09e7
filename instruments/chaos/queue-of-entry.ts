import type { IdKeys } from '#shared/platform/process/internal-secrets.ts';
import { aggregateOf } from '#services/gateway/commands/command-sender.ts';
import { partitionOf } from '#shared/platform/amqp/topology.ts';
import { catalogWrites } from '#shared/contracts/endpoints/catalog-service.ts';
import { ordersWrites } from '#shared/contracts/endpoints/orders-service.ts';
import { commandOf, type Entry } from './ledger.ts';

const writes: Readonly<Record<string, { path: string } | undefined>> = { ...catalogWrites, ...ordersWrites };

/** The number of the queue (partition) through which this write goes. */
export function partitionOfEntry(entry: Entry, keys: IdKeys): number {
  const [area, subject] = entry.owner.split(':');
  const userId = area === 'client' ? Number(subject) : null;
  const caller = { area: userId === null ? 'admin' : 'client', subject: subject ?? '', userId } as const;
  return partitionOf(
    aggregateOf({ id: commandOf(entry, keys), type: entry.type, params: paramsOf(entry), caller }),
  );
}

function paramsOf({ type, path }: Entry): Record<string, number> {
  const declared = writes[type]?.path.split('/') ?? [];
  const parts = path.split('/');
  const named = declared.flatMap((part, index) =>
    part.startsWith(':') ? [[part.slice(1), Number(parts[index])] as const] : [],
  );
  return Object.fromEntries(named);
}

/** A write that was sent longer ago than this is no longer in a queue. */
const longestWaitMs = 120_000;

/** Writes that can be in this queue now, so deleting the queue loses them. */
export function entriesInQueue(
  entries: readonly Entry[],
  queue: { service: Entry['service']; partition: number },
  keys: IdKeys,
): Entry[] {
  const since = Date.now() - longestWaitMs;
  return entries.filter(
    (entry) =>
      entry.service === queue.service &&
      entry.answers.length === 0 &&
      entry.lastSentAt > since &&
      partitionOfEntry(entry, keys) === queue.partition,
  );
}
