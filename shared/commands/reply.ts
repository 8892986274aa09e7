import type { Channel, ChannelModel } from 'amqplib';
import { isBlocked } from '../amqp/connection.ts';
import { repliesExchange } from '../amqp/topology.ts';
import type { Result } from '../decide/decide-batch.ts';
import { replyAddress, type ReadDelivery } from './delivery.ts';
import { encodeReplies, type Reply } from './messages.ts';

export interface Replier {
  /** Opens a channel on this connection, and uses that channel until it closes. */
  use: (connection: ChannelModel) => Promise<void>;
  /** Sends the replies without waiting for the broker. A lost reply does no harm, because the inbox contains the outcome. */
  reply: (batch: readonly ReadDelivery[], results: readonly Result[]) => void;
}

interface Addressed {
  replyTo: string;
  reply: Reply;
}

export function createReplier(namespace: string): Replier {
  const exchange = repliesExchange(namespace);
  let current: { channel: Channel; connection: ChannelModel } | null = null;

  return {
    use: async (connection) => {
      const channel = await connection.createChannel();
      channel.on('error', () => undefined);
      channel.on('close', () => {
        if (current?.channel === channel) current = null;
      });
      current = { channel, connection };
    },
    reply: (batch, results) => {
      // While the broker blocks the connection, this process would buffer the messages. So drop them.
      if (!current || isBlocked(current.connection)) return;
      const replies = repliesOf(batch, results, Date.now());
      for (const [replyTo, all] of Map.groupBy(replies, (one) => one.replyTo)) {
        try {
          for (const body of encodeReplies(all.map((one) => one.reply)))
            current.channel.publish(exchange, replyTo, body);
        } catch {
          // The channel is closing. The client can still get the outcome from the operation or by a retry.
        }
      }
    },
  };
}

function repliesOf(batch: readonly ReadDelivery[], results: readonly Result[], at: number): Addressed[] {
  return batch.flatMap(({ message }, index) => {
    const result = results[index];
    const { replyTo, correlationId } = replyAddress(message);
    if (result?.kind !== 'decided' || !replyTo || !correlationId) return [];
    const { outcome, replayed, once = outcome } = result;
    return { replyTo, reply: { correlationId, outcome: once, replayed, at } };
  });
}
