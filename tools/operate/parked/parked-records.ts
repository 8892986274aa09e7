import { setTimeout as sleep } from 'node:timers/promises';

import { actOnParked } from '#shared/engine/commands/parked/act-on-parked.ts';
import type { HeldMessage, ParkedQueue } from '#shared/engine/commands/parked/parked-queue.ts';
import {
  parkedRecords,
  type ParkedAction,
  type ParkedRecords,
} from '#shared/engine/commands/parked/parked-records.ts';
import { createRedriveCheck, type RedriveObjections } from '#shared/engine/commands/parked/redrive-check.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { followStoreClock } from '#shared/platform/mongo/store-clock.ts';
import { refuseUnfit } from '../known-data.ts';
import { services } from '../services.ts';
import { openClient } from '../store-client.ts';
import type { ParkedOptions } from './parked-options.ts';

export interface OpenRecords extends ParkedRecords {
  objections: RedriveObjections;
  close: () => Promise<void>;
}

/**
 * Opens the inbox, and the log of actions on parked messages, in a service's database. `unavailable`: the beginning of the error
 * message if MongoDB does not respond. Throws a PlainError if the data is half restored or too old for this release.
 */
export async function openParkedRecords(
  uri: string,
  namespace: string,
  service: ServiceName,
  unavailable?: string,
): Promise<OpenRecords> {
  const name = `${namespace}_${service}`;
  const client = await openClient(uri, name, unavailable);
  try {
    await refuseUnfit(client, namespace, [service]);
    await followStoreClock({ db: client.db('admin'), once: client.once.bind(client) });
  } catch (error) {
    await client.close();
    throw error;
  }
  const database = client.db(name);
  return {
    ...parkedRecords(database),
    objections: createRedriveCheck(database, services[service].addressed),
    close: () => client.close(),
  };
}

interface Context extends Pick<ParkedOptions, 'by' | 'json' | 'pauseMs'> {
  queue: ParkedQueue;
  records: ParkedRecords;
}

/**
 * Carries out the action on each message. Records each action before and after it is carried out. Returns the
 * number of failures. If an action fails, its message stays parked.
 */
export async function actOnAll(
  chosen: readonly HeldMessage[],
  action: ParkedAction,
  context: Context,
): Promise<number> {
  let failed = 0;
  for (const held of chosen) {
    const { id } = held.parked;
    try {
      const said = await actOnParked(held, action, { ...context, because: null });
      console.log(context.json ? JSON.stringify({ id, action, said }) : `${id}: ${said}`);
    } catch (error) {
      failed += 1;
      console.error(`${id}: left parked. ${(error as Error).message}`);
    }
    await sleep(context.pauseMs);
  }
  return failed;
}
