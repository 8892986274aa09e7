import type { mongo } from 'mongoose';
import type { InboxRecord } from '../../decide/outcome.ts';
import { fromInboxDocument, settle, type InboxDocument } from '../inbox.ts';
import { storeNow } from '../../../platform/mongo/store-clock.ts';
import type { ParkedMessage } from './parked-message.ts';

export type ParkedAction = 'redrive' | 'discard';

interface AuditEntry {
  action: ParkedAction;
  by: string;
  at: string;
  message_id: string;
  /**
   * With `redrive`, distinguishes the times at which a message was parked: `accepted_at` differs if the client sends the command
   * again, `redrive` if an operator redrives the message. A mere copy of the message has the same values.
   */
  accepted_at: string;
  redrive: string | null;
  type: string;
  owner: string;
  from: string | null;
  reason: string;
  /** Why the message was redriven or discarded, if a reason was given. */
  because: string | null;
  /** If an entry stays `begun`, the process was interrupted. The message may still be parked. */
  state: 'begun' | 'done' | 'failed';
  detail: string | null;
  finished_at: string | null;
}

export interface ActedBy {
  by: string;
  because: string | null;
}

export interface BegunAction {
  id: string;
  /** Whether an earlier attempt has done the action. Then only the parked message must still be removed. */
  isDone: boolean;
  end: (failure?: string) => Promise<void>;
}

export type ParkedRecords = ReturnType<typeof parkedRecords>;

export function parkedRecords(database: mongo.Db) {
  const inbox = database.collection<InboxDocument>('inbox');
  const audit = database.collection<AuditEntry>('parked_audit');
  return {
    /** Records the planned action and its author. If the same action begins again, adds no second record. */
    begin: async (action: ParkedAction, message: ParkedMessage, by: ActedBy): Promise<BegunAction> => {
      const { _id, state } = await beginOnce(audit, action, message, by);
      return {
        id: _id.toHexString(),
        isDone: state === 'done',
        end: async (failure) => {
          const end = failure === undefined ? 'done' : 'failed';
          const finished_at = storeNow().toISOString();
          await audit.updateOne({ _id }, { $set: { state: end, detail: failure ?? null, finished_at } });
        },
      };
    },
    /** Returns the states of those commands that have a final outcome, by id. Their parked messages are only copies. */
    ended: async (ids: readonly string[]): Promise<Map<string, InboxRecord['state']>> => {
      const found = await inbox.find({ _id: { $in: [...ids] }, state: { $ne: 'parked' } }).toArray();
      return new Map(found.map((document) => [document._id, fromInboxDocument(document).state]));
    },
    /** Stores a final outcome. If the command already has one, returns its inbox record instead of writing. */
    settle: (record: InboxRecord) => settle(inbox, record),
    /** Whether the action on this message has ended without a failure since this time (ISO 8601). */
    wasDone: async (action: ParkedAction, id: string, since: string): Promise<boolean> => {
      const done = { message_id: id, action, state: 'done' as const, finished_at: { $gte: since } };
      return (await audit.findOne(done, { projection: { _id: 1 } })) !== null;
    },
  };
}

/** Creates the entry of an action, or returns the entry that an interrupted earlier attempt created. */
async function beginOnce(
  audit: mongo.Collection<AuditEntry>,
  action: ParkedAction,
  { id, kind, at: accepted_at, type, owner, from, reason, redrive }: ParkedMessage,
  { by, because }: ActedBy,
): Promise<mongo.WithId<AuditEntry>> {
  const entry: AuditEntry = {
    action,
    by,
    at: storeNow().toISOString(),
    message_id: id,
    accepted_at,
    redrive,
    type,
    owner,
    from,
    reason,
    because,
    state: 'begun',
    detail: null,
    finished_at: null,
  };
  // Unreadable messages have no id that distinguishes them, so each action gets its own entry.
  if (kind === 'unreadable' || id === '') return { ...entry, _id: (await audit.insertOne(entry)).insertedId };
  const begun = await audit.findOneAndUpdate(
    { message_id: id, action, accepted_at, redrive },
    { $setOnInsert: entry },
    { upsert: true, returnDocument: 'after' },
  );
  if (!begun) throw new Error('The action was not recorded in parked_audit');
  return begun;
}
