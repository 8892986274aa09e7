import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { connect } from 'amqplib';

import { readSettings } from '#shared/platform/settings/read-settings.ts';
import { findStore } from '#tools/operate/store-address.ts';
import type { RunningRelease } from '../releases/running-release.ts';

const parkedWithinMs = 90_000;
const parked = 'store.orders.parked';

/**
 * Sends the earlier release a command that it cannot execute. Returns the command's id and a function that
 * waits until the command is parked. The release parks it after three tries, within half a minute.
 */
export async function parkCommand({
  dataDir,
}: RunningRelease): Promise<{ id: string; isParked: () => Promise<void> }> {
  const { rabbitmqUrl } = findStore(readSettings({}, 'parked'), dataDir);
  const id = randomUUID();
  const command = {
    id,
    type: 'orders.forgotten',
    params: {},
    body: {},
    language: 'en',
    fingerprint: 'none',
    ifMatch: null,
    caller: { area: 'admin', subject: 'admin', userId: null },
    at: new Date().toISOString(),
    requestId: 'upgrade-check',
  };
  const connection = await connect(rabbitmqUrl);
  const channel = await connection.createConfirmChannel();
  const bytes = Buffer.from(JSON.stringify(command));
  channel.sendToQueue('store.orders.commands.0', bytes, { persistent: true, messageId: id });
  await channel.waitForConfirms();
  return {
    id,
    isParked: async () => {
      const deadline = performance.now() + parkedWithinMs;
      while ((await channel.checkQueue(parked)).messageCount === 0) {
        if (performance.now() > deadline)
          throw new Error(`${id} was not parked within ${parkedWithinMs / 1000} s`);
        await sleep(500);
      }
      await connection.close();
    },
  };
}

/** Checks that the command is still parked and can be discarded. */
export async function parkedFaults(release: RunningRelease, id: string): Promise<string[]> {
  const where = ['--data-dir', release.dataDir];
  const listed = await release.run('parked', 'list', '--json', ...where);
  if (!listed.includes(id)) return [`the parked command ${id} is no longer listed`];
  await release.run('parked', 'discard', id, ...where);
  const left = await release.run('parked', 'list', '--json', ...where);
  return left.includes(id) ? [`the parked command ${id} could not be discarded`] : [];
}
