import { storeNow } from '../../../platform/mongo/store-clock.ts';
import { discardedRecord, redriveHeaders } from './parked-message.ts';
import type { HeldMessage, ParkedQueue } from './parked-queue.ts';
import type { ActedBy, BegunAction, ParkedAction, ParkedRecords } from './parked-records.ts';

interface Context extends ActedBy {
  queue: Pick<ParkedQueue, 'publish' | 'remove'>;
  records: Pick<ParkedRecords, 'begin' | 'settle'>;
}

/**
 * Redrives (sends to its queue again) or discards a parked command, and returns a summary. Records the action before touching the
 * message, and the result afterwards. If this throws, the message stays parked.
 */
export async function actOnParked(
  held: HeldMessage,
  action: ParkedAction,
  context: Context,
): Promise<string> {
  const { queue, records, by, because } = context;
  const begun = await records.begin(action, held.parked, { by, because });
  const said = await actOnce(held, action, begun, context);
  await queue.remove(held);
  return said;
}

/** Records the action as done before the message is removed. If the process stops in between, only the removal is left to do. */
async function actOnce(
  held: HeldMessage,
  action: ParkedAction,
  begun: BegunAction,
  context: Context,
): Promise<string> {
  if (begun.isDone) return `${action} was done before: its copy is removed`;
  try {
    const said = await (action === 'redrive' ? redrive(held, begun.id, context) : discard(held, context));
    await begun.end();
    return said;
  } catch (error) {
    await begun.end((error as Error).message);
    throw error;
  }
}

/** Redrives a command. Until the parked message is removed, the message exists twice. The inbox prevents a second run. */
async function redrive(held: HeldMessage, id: string, { queue, by }: Context): Promise<string> {
  const { from } = held.parked;
  if (from === null) throw new Error('The message does not name the queue it came from; discard it instead.');
  await queue.publish(from, held, redriveHeaders(held.raw.properties.headers, { by, id }));
  return `sent to ${from}`;
}

async function discard(held: HeldMessage, { records }: Context): Promise<string> {
  const { command } = held.parked;
  const record = command && discardedRecord(command, storeNow().toISOString());
  const earlier = record && (await records.settle(record));
  if (earlier) return `removed, because a retry has finished meanwhile (${earlier.state})`;
  return record ? 'discarded; its operation has the status failed' : 'discarded';
}
