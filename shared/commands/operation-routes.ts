import type { Express } from 'express';
import type { Model } from 'mongoose';
import { decodeCursor } from '../lists/cursor.ts';
import type { BulkModels } from './bulk-models.ts';
import { isWriteConflict } from '../mongo/faults.ts';
import { toInboxDocument } from './inbox.ts';
import type { BatchModels } from './batch-models.ts';
import { isWorkerAlive } from '../mongo/leases.ts';
import type { Lease } from '../mongo/leases.ts';
import { rowsAfter } from '../lists/cursor-filter.ts';
import { operator } from '../mongo/operator.ts';
import { chunkId, unfinishedStatuses } from '../decide/bulk-operation.ts';
import type { BulkChunk, BulkOperation } from '../decide/bulk-operation.ts';
import type { InboxRecord } from '../decide/decide-batch.ts';

/** What a service knows of a command. */
export interface KnownOperation {
  record: InboxRecord | null;
  bulk: BulkOperation | null;
  /** False: nobody is there to go on with it. */
  isWorkerAlive: boolean;
}

/** The newest commands of a service, or those beside a cursor of `[accepted_at, command]`, in its direction. */
export interface KnownOperations {
  operations: { record: InboxRecord; bulk: BulkOperation | null }[];
  total: number;
}

/** What a service tells the gateway of its commands: one, the newest, a bulk report, and the cancelling of one. */
export function mountOperations(
  app: Express,
  models: Pick<BatchModels, 'inbox'> & BulkModels & { leases: Model<Lease> },
): void {
  const { inbox, bulk, bulkChunks, leases } = models;

  app.get('/operations/unfinished', async (request, response) => {
    const { owner = '', except = '' } = request.query as Record<string, string | undefined>;
    const unfinished = {
      _id: operator({ $ne: except }),
      owner,
      status: operator({ $in: unfinishedStatuses }),
    };
    response.json({ count: await bulk.countDocuments(unfinished) });
  });

  app.get('/operations/:command', async (request, response) => {
    const { command } = request.params;
    const decided = async (): Promise<Pick<KnownOperation, 'record' | 'bulk'>> => {
      const record = await inbox.findById(command).lean<InboxRecord>();
      // After the record, with which it is committed: without it, bulk work that has just begun would look done.
      return { record, bulk: await bulk.findById(command).lean<BulkOperation>() };
    };
    const [known, isAlive] = await Promise.all([decided(), isWorkerAlive(leases)]);
    response.json({ ...known, isWorkerAlive: isAlive } satisfies KnownOperation);
  });

  app.get('/operations', async (request, response) => {
    const { limit, cursor } = request.query as { limit: string; cursor?: string };
    const at = cursor === undefined ? null : decodeCursor(cursor, 2);
    const descending = at?.pointsToNext !== false;
    const order = [
      { field: 'accepted_at', descending },
      { field: '_id', descending },
    ];
    const direction = descending ? -1 : 1;
    const [records, total] = await Promise.all([
      inbox
        .find(at ? rowsAfter(order, at.values) : {})
        .sort({ accepted_at: direction, _id: direction })
        .limit(Number(limit))
        .lean<InboxRecord[]>(),
      inbox.estimatedDocumentCount(),
    ]);
    const ids = records.map((record) => record._id);
    const found = await bulk.find({ _id: operator({ $in: ids }) }).lean<BulkOperation[]>();
    const bulkById = new Map(found.map((operation) => [operation._id, operation]));
    const operations = records.map((record) => ({ record, bulk: bulkById.get(record._id) ?? null }));
    response.json({ operations, total } satisfies KnownOperations);
  });

  // NDJSON, one line a record, in the order that was asked.
  app.get('/operations/:command/report', async (request, response) => {
    const operation = await bulk.findById(request.params.command).lean<BulkOperation>();
    response.setHeader('Content-Type', 'application/x-ndjson');
    for (let index = 0; index < (operation?.next_chunk ?? 0); index += 1) {
      const chunk = await bulkChunks.findById(chunkId(request.params.command, index)).lean<BulkChunk>();
      if (chunk) response.write(reportLines(chunk));
    }
    response.end();
  });

  app.post('/operations/:command/cancel', async (request, response) => {
    const { command } = request.params;
    const now = new Date().toISOString();
    const stopped = await bulk.updateOne(
      { _id: command, status: operator({ $in: unfinishedStatuses }) },
      { $set: { status: 'cancelled', finished_at: now, updated_at: now }, $inc: { version: 1 } },
    );
    const { type, owner, accepted_at } = request.query as Record<string, string>;
    const cancelled =
      stopped.modifiedCount > 0 || (await refuseUnseen({ command, type, owner, accepted_at, now }));
    response.json({ cancelled });
  });

  /** A command that no worker has seen: its record says cancelled, and the worker will skip it. */
  const refuseUnseen = async (
    asked: Record<'command' | 'now', string> & Record<string, string | undefined>,
  ) => {
    const record: InboxRecord = {
      _id: asked.command,
      type: asked['type'] ?? '',
      owner: asked['owner'] ?? '',
      fingerprint: '',
      state: 'cancelled',
      outcome: { problem: { code: 'conflict', detail: 'The operation was cancelled before it began.' } },
      accepted_at: asked['accepted_at'] ?? '',
      decided_at: asked.now,
    };
    try {
      await inbox.collection.insertOne(toInboxDocument(record) as never);
      return true;
    } catch (error) {
      if (isWriteConflict(error)) return false;
      throw error;
    }
  };
}

function reportLines({ ids, fates, errors }: BulkChunk): string {
  const errorById = new Map(errors.map((error) => [error.id, error]));
  return ids
    .map((id, index) => {
      const { code, params } = errorById.get(id) ?? {};
      return JSON.stringify({ id, outcome: fates?.[index] ?? null, code: code ?? null, params }) + '\n';
    })
    .join('');
}
