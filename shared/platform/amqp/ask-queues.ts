import type { Channel, ChannelModel } from 'amqplib';
import { ensureClosed } from './connection.ts';
import { openChannel } from './topology.ts';

export interface QueueState {
  isMissing: boolean;
  /** Messages that no consumer has received yet. */
  messages: number;
  consumers: number;
}

/** Asks about one queue after another. Leaves out a queue whose state the broker cannot report, such as one that is down. */
export async function askQueues(
  connection: ChannelModel,
  names: readonly string[],
): Promise<Map<string, QueueState>> {
  const states = new Map<string, QueueState>();
  let channel: Channel | null = null;
  for (const name of names) {
    channel ??= await openChannel(connection);
    try {
      const { messageCount, consumerCount } = await channel.checkQueue(name);
      states.set(name, { isMissing: false, messages: messageCount, consumers: consumerCount });
    } catch (error) {
      // The broker closes the channel if the queue is missing, so the next query opens a new channel.
      channel = null;
      if (isMissing(error)) states.set(name, { isMissing: true, messages: 0, consumers: 0 });
    }
  }
  if (channel) await ensureClosed(channel);
  return states;
}

/** The broker reports 404 even for a queue that is down. So only the error's text shows that a queue is missing. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && error.message.includes('NOT_FOUND - no queue');
}
