import type { Command } from '../contracts/schema-kit/define.ts';
import { putBulk } from './bulk-chunk.ts';
import { chunkId, chunkSize } from './bulk-operation.ts';
import type { BulkChunk, BulkOperation, BulkTables } from './bulk-operation.ts';
import { ownerOf } from './decide-batch.ts';
import type { Decision, Tables } from './handler.ts';

/** Begins the bulk work that a command asks for by the ids of its records. */
export function startOperation<T extends Tables & BulkTables>(command: Command, now: string): Decision<T> {
  const { ids, dry_run: isRehearsal, ...asked } = command.body as { ids: number[]; dry_run?: boolean | null };
  const parts: Pick<BulkChunk, 'ids'>[] = [];
  for (let from = 0; from < ids.length; from += chunkSize)
    parts.push({ ids: ids.slice(from, from + chunkSize) });
  return begun<T>(newOperation(command, { asked, dry_run: isRehearsal === true }, parts, now), parts);
}

/** An operation that is about to begin with these chunks. */
export function newOperation(
  command: Command,
  of: Pick<BulkOperation, 'asked' | 'dry_run'> & Partial<BulkOperation>,
  parts: readonly Pick<BulkChunk, 'ids'>[],
  now: string,
): BulkOperation {
  return {
    _id: command.id,
    version: 1,
    type: command.type,
    owner: ownerOf(command),
    caller: command.caller,
    language: command.language,
    ...of,
    status: 'queued',
    chunks: parts.length,
    next_chunk: 0,
    total: parts.reduce((total, { ids }) => total + ids.length, 0),
    counts: { changed: 0, unchanged: 0, not_found: 0, refused: 0 },
    errors: [],
    errors_total: 0,
    created_at: command.at,
    started_at: null,
    finished_at: null,
    updated_at: now,
    request_id: command.requestId,
    traceparent: command.traceparent ?? null,
  };
}

/** The operation goes on in the background. */
export function begun<T extends Tables & BulkTables>(
  operation: BulkOperation,
  parts: readonly (Pick<BulkChunk, 'ids'> & Partial<BulkChunk>)[],
): Decision<T> {
  const chunks = parts.map((part, index) => ({
    _id: chunkId(operation._id, index),
    version: 1,
    ...part,
    fates: null,
    errors: [],
  }));
  return {
    answer: { status: 202, background: true },
    changes: putBulk(operation, ...chunks),
    events: [],
  };
}
