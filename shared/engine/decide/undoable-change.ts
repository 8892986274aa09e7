import type { Command } from '../../contracts/kit/define.ts';
import { putBulk } from './bulk-chunk.ts';
import { chunkId, type BulkTables } from './bulk-operation.ts';
import { newOperation } from './bulk-start.ts';
import type { Change } from './handler.ts';

/**
 * Stores a change of one record as a finished operation, so that it can be undone like bulk work. `version`: the record's version
 * after the change.
 */
export function doneAtOnce(
  command: Command,
  { id, version, former }: { id: number; version: number; former: unknown },
  now: string,
): Change<BulkTables>[] {
  const operation = newOperation(
    command,
    { asked: {}, dry_run: false, isSingle: true },
    [{ ids: [id] }],
    now,
  );
  return putBulk(
    {
      ...operation,
      status: 'succeeded',
      next_chunk: 1,
      counts: { ...operation.counts, changed: 1 },
      started_at: now,
      finished_at: now,
    },
    {
      _id: chunkId(command.id, 0),
      version: 1,
      ids: [id],
      fates: ['changed'],
      errors: [],
      versions: [version],
      former: [former],
    },
  );
}
