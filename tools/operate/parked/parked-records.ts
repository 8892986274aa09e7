import mongoose from 'mongoose';

import type { InboxRecord } from '#shared/decide/decide-batch.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { databaseTime } from '#shared/mongo/database-time.ts';
import { toInboxDocument } from '#shared/commands/inbox.ts';
import type { InboxDocument } from '#shared/commands/inbox.ts';
import type { ParkedMessage } from './parked-message.ts';

export type ParkedAction = 'redrive' | 'discard';

interface AuditEntry {
  action: ParkedAction;
  by: string;
  at: string;
  message_id: string;
  type: string;
  owner: string;
  from: string | null;
  reason: string;
  /** `begun` without an end: the tool was stopped half-way, and the message may still be parked. */
  state: 'begun' | 'done' | 'failed';
  detail: string | null;
  finished_at: string | null;
}

export interface ParkedRecords {
  /** Records what is about to be done and by whom; the function that it gives records how it ended. */
  begin: (
    action: ParkedAction,
    message: ParkedMessage,
    by: string,
  ) => Promise<(failure?: string) => Promise<void>>;
  /** Writes a command's end into the inbox, unless it has one already: then that one is given back. */
  settle: (record: InboxRecord) => Promise<InboxRecord | null>;
  close: () => Promise<void>;
}

/** The operator's side of a service's database: the inbox, and the record of what was done to parked messages. */
export async function openParkedRecords(
  uri: string,
  namespace: string,
  service: ServiceName,
): Promise<ParkedRecords> {
  const client = new mongoose.mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: 5000,
    writeConcern: { w: 'majority', journal: true },
  });
  await client.connect();
  const database = client.db(`${namespace}_${service}`);
  const inbox = database.collection<InboxDocument>('inbox');
  const audit = database.collection<AuditEntry>('parked_audit');
  return {
    begin: async (action, { id, type, owner, from, reason }, by) => {
      const entry: AuditEntry = {
        ...{ action, by, at: new Date().toISOString() },
        ...{ message_id: id, type, owner, from, reason },
        ...{ state: 'begun', detail: null, finished_at: null },
      };
      const { insertedId } = await audit.insertOne(entry);
      return async (failure) => {
        const end = {
          state: failure === undefined ? ('done' as const) : ('failed' as const),
          detail: failure ?? null,
        };
        await audit.updateOne(
          { _id: insertedId },
          { $set: { ...end, finished_at: new Date().toISOString() } },
        );
      };
    },
    settle: async (record) => {
      const document = toInboxDocument(record, await databaseTime({ db: database }));
      try {
        await inbox.replaceOne({ _id: record._id, state: 'parked' }, document, { upsert: true });
        return null;
      } catch (error) {
        if ((error as { code?: number }).code !== 11000) throw error;
        return inbox.findOne({ _id: record._id });
      }
    },
    close: () => client.close(),
  };
}
