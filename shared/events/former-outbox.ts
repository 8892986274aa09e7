import { Schema, type Model, type Types } from 'mongoose';
import type { Database } from '../mongo/connect.ts';
import { driverCollection } from '../mongo/driver-collection.ts';
import { operator } from '../mongo/operator.ts';
import { inTransaction } from '../mongo/transaction.ts';
import type { Log } from '../process/log.ts';
import { entryIdsAt } from './entry-id.ts';
import { eventsAtOnce, isReadableEntry, sizeOfEvent, type LogEntry, type LoggedEvent } from './event-log.ts';
import { inPortions } from './portions.ts';

/** Events of one batch of any size, as releases before 0.6.0 commit them until a relay has published them. */
export interface OutboxEntry {
  _id: Types.ObjectId;
  at: string;
  events: { id: string; type: string; traceparent?: string | null; json: string }[];
}

export function outboxModel(database: Database): Model<OutboxEntry> {
  const outbox = new Schema<OutboxEntry>(
    { at: { type: String, required: true }, events: { type: Schema.Types.Mixed, required: true } },
    { collection: 'outbox', versionKey: false },
  );
  return database.model<OutboxEntry>('Outbox', outbox);
}

const entriesAtOnce = 20;

/**
 * Moves entries that workers of earlier releases left in the outbox, or still add, to the event log. Returns whether there
 * are more. The ids begin with the entries' own second, so a worker of this release that followed them has later ids.
 */
export type MoveOutbox = () => Promise<boolean>;

export function createMoveOutbox(
  database: Database,
  models: { outbox: Model<OutboxEntry>; eventLog: Model<LogEntry> },
  { toLogged, log }: { toLogged: (json: string) => LoggedEvent; log: Log },
): MoveOutbox {
  /** Damaged entries, which stay for an operator. */
  const unreadable: Types.ObjectId[] = [];
  const nextStep = counter();

  return async () => {
    const found = await models.outbox
      .find({ _id: operator({ $nin: unreadable }) })
      .sort({ _id: 1 })
      .limit(entriesAtOnce)
      .lean<OutboxEntry[]>();
    if (found.length === 0) return false;
    const readable = found.filter(isReadableEntry);
    for (const { _id } of found.filter((entry) => !isReadableEntry(entry))) {
      unreadable.push(_id);
      log.error({ outbox_entry: _id.toHexString() }, 'an outbox entry has no events that can be read');
    }
    await move(readable);
    return found.length === entriesAtOnce;
  };

  async function move(entries: readonly OutboxEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const moved = entries.flatMap((entry) => asLogged(entry, { toLogged, nextStep }));
    await inTransaction(database, async (session) => {
      const ids = entries.map(({ _id }) => _id);
      const { deletedCount } = await models.outbox.deleteMany({ _id: operator({ $in: ids }) }, { session });
      // An earlier relay may have published and removed some; the next round finds out.
      if (deletedCount !== ids.length) throw new Error('the outbox has changed');
      if (moved.length > 0) await driverCollection<LogEntry>(models.eventLog).insertMany(moved, { session });
    });
  }
}

function counter(): () => number {
  let count = 0;
  return () => (count += 1);
}

function asLogged(
  { _id, at, events }: OutboxEntry,
  { toLogged, nextStep }: { toLogged: (json: string) => LoggedEvent; nextStep: () => number },
): LogEntry[] {
  const seconds = Math.floor(_id.getTimestamp().getTime() / 1000);
  const logged = events.map(({ json }) => toLogged(json));
  return inPortions(logged, eventsAtOnce, sizeOfEvent).map((portion) => {
    const owners = [...new Set(portion.flatMap(({ owner }) => owner ?? []))];
    return {
      _id: entryIdsAt(seconds, nextStep())(),
      at,
      position: 0,
      count: portion.length,
      ...(owners.length > 0 && { owners }),
      events: portion,
    };
  });
}
