import { unfinishedStatuses, type BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { eventLogCollection } from '#shared/engine/events/event-log.ts';
import { feedCollection, feedId, type FeedState } from '#shared/engine/events/feed-state.ts';
import type { Manifest, UnfinishedBulk, UnfinishedWork } from './manifest.ts';
import type { Moment } from './moment.ts';

export async function readUnfinished(moment: Moment, database: string): Promise<UnfinishedWork> {
  const bulk = await moment.find<BulkOperation>(
    database,
    'bulk_operations',
    { status: { $in: [...unfinishedStatuses] } },
    { type: 1, owner: 1, status: 1, total: 1, counts: 1 },
  );
  const parked = await moment.find(database, 'inbox', { state: 'parked' }, { _id: 1 });
  const outbox = await unpublishedEntries(moment, database);
  return { bulk: bulk.map(toUnfinished), parked: parked.length, outbox };
}

/** Counts entries of the event log that the broker may not have confirmed. */
async function unpublishedEntries(moment: Moment, database: string): Promise<number> {
  const [feed] = await moment.find<FeedState>(database, feedCollection, { _id: feedId });
  const waiting = { $or: [{ position: 0 }, { position: { $gt: feed?.published ?? 0 } }] };
  return (await moment.find(database, eventLogCollection, waiting, { _id: 1 })).length;
}

function toUnfinished({ _id: id, type, owner, status, total, counts }: BulkOperation): UnfinishedBulk {
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { id, type, owner, status, total, done };
}

export function unfinishedLines({ databases }: Manifest): string[] {
  return Object.entries(databases).flatMap(([service, { unfinished }]) => {
    const { bulk, parked, outbox } = unfinished;
    const lines = bulk.map(
      ({ id, type, owner, status, total, done }) =>
        `${type} of ${owner}, ${status}, ${done} of ${total} records done (operation ${id})`,
    );
    if (parked > 0) lines.push(`${parked} commands that are parked`);
    if (outbox > 0) lines.push(`${outbox} entries of the event log, whose events are published again`);
    return lines.map((line) => `${service}: ${line}`);
  });
}
