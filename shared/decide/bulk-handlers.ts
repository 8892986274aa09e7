import type { Command } from '../contracts/schema-kit/define.ts';
import { doChunk, putBulk, refuseWith, splitChunk } from './bulk-chunk.ts';
import { chunkCommand, chunkId, chunkSize, splitCommand } from './bulk-operation.ts';
import type {
  BulkChunk,
  BulkNeeds,
  BulkOperation,
  BulkTables,
  BulkWork,
  ChunkBody,
} from './bulk-operation.ts';
import { ownerOf } from './decide-batch.ts';
import type { Decision, Handler, Tables } from './handler.ts';

/** Handlers that start each kind of bulk work, and the one that does its chunks. */
export function bulkHandlers<T extends Tables & BulkTables, Needs extends BulkNeeds>(
  works: Readonly<Record<string, BulkWork<T, Needs>>>,
): Record<string, Handler<T, Needs, Command>> {
  const start: Handler<T, Needs, Command> = {
    needs: () => ({}) as Needs,
    decide: (_state, command, { now }) => startOperation(command, now),
  };
  const chunk: Handler<T, Needs, Command> = {
    needs: ({ body }) => {
      const { operation, type, index, ids, refusal } = body as ChunkBody;
      // Here, not in `decide`: work that only a newer release knows is no fault of its records, and waits for that.
      const work = knownWork(works, type);
      return {
        ...(refusal === undefined && work.needs(ids)),
        bulk: [operation],
        bulkChunks: [chunkId(operation, index)],
      } as Needs;
    },
    decide: (state, { body }, tools) => {
      const { type, refusal } = body as ChunkBody;
      const step = refusal === undefined ? knownWork(works, type).step : refuseWith<T>(refusal);
      return doChunk(state, body as ChunkBody, step, tools);
    },
  };
  const split: Handler<T, Needs, Command> = {
    needs: ({ body }) => {
      const { operation, index } = body as ChunkBody;
      return { bulk: [operation], bulkChunks: [chunkId(operation, index)] } as Needs;
    },
    decide: (state, { body }, { now }) => splitChunk(state, body as ChunkBody, now),
  };
  const starts = Object.keys(works).map((type) => [type, start]);
  const begin = Object.fromEntries(starts) as Record<string, typeof start>;
  return { ...begin, [chunkCommand]: chunk, [splitCommand]: split };
}

function knownWork<Work>(works: Readonly<Record<string, Work>>, type: string): Work {
  const work = works[type];
  if (!work) throw new Error(`No bulk work of type ${type}`);
  return work;
}

function startOperation<T extends Tables & BulkTables>(command: Command, now: string): Decision<T> {
  const { ids, dry_run: isRehearsal, ...asked } = command.body as { ids: number[]; dry_run?: boolean | null };
  const chunks: BulkChunk[] = [];
  for (let from = 0; from < ids.length; from += chunkSize) {
    const index = chunks.length;
    chunks.push({
      _id: chunkId(command.id, index),
      version: 1,
      ids: ids.slice(from, from + chunkSize),
      fates: null,
      errors: [],
    });
  }
  const operation: BulkOperation = {
    _id: command.id,
    version: 1,
    type: command.type,
    owner: ownerOf(command),
    caller: command.caller,
    language: command.language,
    asked,
    dry_run: isRehearsal === true,
    status: 'queued',
    chunks: chunks.length,
    next_chunk: 0,
    total: ids.length,
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
  return {
    answer: { status: 202, background: true },
    changes: putBulk(operation, ...chunks),
    events: [],
  };
}
