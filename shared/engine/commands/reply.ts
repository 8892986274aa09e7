import type { Channel, ChannelModel } from 'amqplib';
import { isBlocked } from '../../platform/amqp/connection.ts';
import { repliesExchange } from '../../platform/amqp/topology.ts';
import type { Log } from '../../platform/process/log.ts';
import type { BulkOperation, ReplyAddress } from '../decide/bulk-operation.ts';
import type { Result } from '../decide/decide-batch.ts';
import { replyAddress, type ReadDelivery } from './delivery.ts';
import { encodeReplies, type EndReply, type Reply } from './messages.ts';

export type Replier = ReturnType<typeof createReplier>;

interface Addressed {
  replyTo: string;
  reply: Reply | EndReply;
}

export function createReplier(namespace: string, log: Log) {
  const exchange = repliesExchange(namespace);
  let current: { channel: Channel; connection: ChannelModel } | null = null;

  const send = (replies: readonly Addressed[]): void => {
    // While the broker blocks the connection, this process would buffer the replies, so they are dropped.
    if (!current || isBlocked(current.connection)) return;
    for (const [replyTo, all] of Map.groupBy(replies, (one) => one.replyTo)) {
      try {
        for (const body of encodeReplies(all.map((one) => one.reply)))
          current.channel.publish(exchange, replyTo, body);
      } catch {
        // The channel is closing. The reply is lost, but the client can still read the operation or retry.
      }
    }
  };

  return {
    /** Opens a channel on this connection. If the channel closes, closes the connection too, so that the reconnect opens both. */
    use: async (connection: ChannelModel): Promise<void> => {
      const channel = await connection.createChannel();
      channel.on('error', (error: Error) => log.warn({ err: error }, 'channel for replies failed'));
      channel.on('close', () => {
        if (current?.channel !== channel) return;
        current = null;
        void connection.close().catch(() => undefined);
      });
      current = { channel, connection };
    },
    /** Sends the replies without waiting for the broker. A lost reply does no harm, because the inbox contains the outcome. */
    reply: (batch: readonly ReadDelivery[], results: readonly Result[]): void =>
      send(repliesOf(batch, results, Date.now())),
    /** Replies to the requests that wait for the operation's end. If a reply is lost, its gateway asks the service instead. */
    replyEnded: (
      { waiting: _waiting, ...operation }: BulkOperation,
      waiting: readonly ReplyAddress[],
    ): void =>
      send(waiting.map(({ replyTo, correlationId: ends }) => ({ replyTo, reply: { ends, operation } }))),
  };
}

function repliesOf(batch: readonly ReadDelivery[], results: readonly Result[], at: number): Addressed[] {
  return batch.flatMap(({ message }, index) => {
    const result = results[index];
    const address = replyAddress(message);
    if (result?.kind !== 'decided' || !address) return [];
    const { outcome, replayed, once = outcome } = result;
    const { replyTo, correlationId } = address;
    return { replyTo, reply: { correlationId, outcome: once, replayed, at } };
  });
}
