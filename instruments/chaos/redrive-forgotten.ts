import { connect } from 'amqplib';

import { openParkedQueue } from '#shared/engine/commands/parked/parked-queue.ts';
import { parkedQueue } from '#shared/platform/amqp/topology.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { ChaosRun } from './chaos-context.ts';
import { runParked } from './operator-tool.ts';

type Run = Pick<ChaosRun, 'store' | 'database'>;

/**
 * Copies a parked command. The returned function deletes the command's inbox record, as the store does after seven days, then
 * parks and redrives the copy. At the end of the run, the oracle checks that the command took effect only once.
 */
export async function redriveForgotten(
  { store, database }: Run,
  id: string,
): Promise<() => Promise<string[]>> {
  const copy = await copyOf({ store }, id);
  return async () => {
    if (!copy) return [`${id} was not parked, and could not be redriven later`];
    const inbox = database.db(`${store.namespace}_orders`).collection<{ _id: string }>('inbox');
    const known = await inbox.findOneAndDelete({ _id: id });
    await park({ store }, copy);
    const { said } = await runParked(store, 'redrive', id, '--by', 'chaos');
    const faults = said.includes('sent to ') ? [] : [`${id}, forgotten and parked again: ${said}`];
    // If the redrive was rejected, the command has no new outcome. Then restore the inbox record and discard the copy.
    const isDecided = await eventually('an end', () => inbox.findOne({ _id: id }), 8000).catch(() => null);
    if (isDecided || !known) return faults;
    await inbox.insertOne(known);
    await runParked(store, 'discard', id, '--by', 'chaos');
    return faults;
  };
}

type Copy = Awaited<ReturnType<Awaited<ReturnType<typeof openParkedQueue>>['take']>>[number]['raw'];

async function copyOf({ store }: Pick<Run, 'store'>, id: string): Promise<Copy | null> {
  const queue = await openParkedQueue(store.servers.rabbitmqUrl, store.namespace, 'orders');
  try {
    return (await queue.take()).find(({ parked }) => parked.id === id)?.raw ?? null;
  } finally {
    await queue.close();
  }
}

/** Parks the copy with a new redrive id, because each action of an operator runs once per message. */
async function park({ store }: Pick<Run, 'store'>, { content, properties }: Copy): Promise<void> {
  const connection = await connect(store.servers.rabbitmqUrl);
  connection.on('error', () => undefined);
  const channel = await connection.createConfirmChannel();
  const { headers, messageId } = properties as { headers: Record<string, unknown>; messageId: string };
  channel.sendToQueue(parkedQueue(store.namespace, 'orders'), content, {
    persistent: true,
    headers: { ...headers, 'x-redrive': 'an earlier one' },
    messageId,
  });
  await channel.waitForConfirms();
  await connection.close();
}
