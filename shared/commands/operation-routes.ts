import type { Express } from 'express';
import type { BatchModels } from '../mongo/inbox-and-outbox.ts';
import { toInboxDocument } from '../mongo/inbox-and-outbox.ts';
import { isWriteConflict } from '../mongo/faults.ts';
import type { InboxRecord } from './decide-batch.ts';

const longestPage = 1000;

/** What a service tells the gateway of its commands: one, the newest, and the cancelling of one not seen yet. */
export function mountOperations(app: Express, { inbox }: Pick<BatchModels, 'inbox'>): void {
  app.get('/operations/:command', async (request, response) => {
    const record = await inbox.findById(request.params.command).lean<InboxRecord>();
    response.status(record ? 200 : 404).json(record ?? {});
  });
  app.get('/operations', async (request, response) => {
    const limit = Math.min(Number(request.query['limit'] ?? 15), longestPage);
    const [records, total] = await Promise.all([
      inbox.find().sort({ accepted_at: -1, _id: -1 }).limit(limit).lean<InboxRecord[]>(),
      inbox.estimatedDocumentCount(),
    ]);
    response.json({ records, total });
  });
  app.post('/operations/:command/cancel', async (request, response) => {
    const { type, owner, accepted_at } = request.query as Record<string, string>;
    const record: InboxRecord = {
      _id: request.params.command,
      type: type ?? '',
      owner: owner ?? '',
      fingerprint: '',
      state: 'cancelled',
      outcome: { problem: { code: 'conflict', detail: 'The operation was cancelled before it began.' } },
      accepted_at: accepted_at ?? '',
      decided_at: new Date().toISOString(),
    };
    try {
      await inbox.collection.insertOne(toInboxDocument(record) as never);
      response.json({ cancelled: true });
    } catch (error) {
      if (!isWriteConflict(error)) throw error;
      response.json({ cancelled: false });
    }
  });
}
