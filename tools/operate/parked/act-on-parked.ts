import { setTimeout as sleep } from 'node:timers/promises';

import { discardedRecord, redriveHeaders } from './parked-message.ts';
import type { ParkedOptions } from './parked-options.ts';
import type { HeldMessage, ParkedQueue } from './parked-queue.ts';
import type { BegunAction, ParkedAction, ParkedRecords } from './parked-records.ts';

interface Context extends Pick<ParkedOptions, 'by' | 'isJson' | 'pauseMs'> {
  queue: ParkedQueue;
  records: ParkedRecords;
}

/** Each is recorded before it is touched, and again with how it ended. Gives how many failed: those stay parked. */
export async function actOnAll(
  chosen: readonly HeldMessage[],
  action: ParkedAction,
  context: Context,
): Promise<number> {
  let failed = 0;
  for (const held of chosen) {
    failed += (await actOn(held, action, context)) ? 0 : 1;
    await sleep(context.pauseMs);
  }
  return failed;
}

async function actOn(held: HeldMessage, action: ParkedAction, context: Context): Promise<boolean> {
  const { queue, records, by, isJson } = context;
  const { id } = held.parked;
  const begun = await records.begin(action, held.parked, by);
  try {
    const said = await actOnce(held, action, begun, context);
    await queue.remove(held);
    console.log(isJson ? JSON.stringify({ id, action, said }) : `${id}: ${said}`);
    return true;
  } catch (error) {
    console.error(`${id}: left parked. ${(error as Error).message}`);
    return false;
  }
}

/** Recorded as done before the message is removed: stopped in between, only its copy is left to be removed. */
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

/** Published and confirmed: until it is removed it is there twice, and the inbox drops one. */
async function redrive(held: HeldMessage, id: string, { queue, by }: Context): Promise<string> {
  const { from } = held.parked;
  if (from === null) throw new Error('Nothing tells which queue it came from; discard it instead.');
  await queue.publish(from, held, redriveHeaders(held.raw.properties.headers, { by, id }));
  return `sent to ${from}`;
}

async function discard(held: HeldMessage, { records, by }: Context): Promise<string> {
  const { command, reason } = held.parked;
  const record = command && discardedRecord(command, { by, reason, now: new Date().toISOString() });
  const earlier = record && (await records.settle(record));
  if (earlier) return `removed; a retry of it had come to its end meanwhile (${earlier.state})`;
  return record ? 'discarded, its operation reads failed' : 'discarded';
}
