import { setTimeout as sleep } from 'node:timers/promises';

import { actOnParked } from '#shared/commands/parked/act-on-parked.ts';
import type { ParkedAction, ParkedRecords } from '#shared/commands/parked/parked-records.ts';
import type { ParkedOptions } from './parked-options.ts';
import type { HeldMessage, ParkedQueue } from '#shared/commands/parked/parked-queue.ts';

interface Context extends Pick<ParkedOptions, 'by' | 'isJson' | 'pauseMs'> {
  queue: ParkedQueue;
  records: ParkedRecords;
}

/**
 * Carries out the action on each message, and records it before and after. Returns the number of failures. Messages whose action
 * failed stay parked.
 */
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
  const { isJson } = context;
  const { id } = held.parked;
  try {
    const said = await actOnParked(held, action, { ...context, because: null });
    console.log(isJson ? JSON.stringify({ id, action, said }) : `${id}: ${said}`);
    return true;
  } catch (error) {
    console.error(`${id}: left parked. ${(error as Error).message}`);
    return false;
  }
}
