import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelModel } from 'amqplib';

interface Consuming {
  channel: Pick<Channel, 'cancel' | 'nackAll' | 'close'>;
  connection: Pick<ChannelModel, 'close'>;
  consumers: readonly string[];
}

/**
 * Returns all unacked messages of a channel to the broker, then closes its connection. Throws if the broker
 * does not confirm in time; the connection is closed even then, because only that makes its owner reconnect.
 */
export async function handBackAll(consuming: Consuming, withinMs: number): Promise<void> {
  const timeout = new AbortController();
  const tooLate = sleep(withinMs, undefined, { signal: timeout.signal }).then(() => {
    throw new Error('The broker has not answered in time');
  });
  try {
    await Promise.race([returnUnacked(consuming), tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    timeout.abort();
    await consuming.connection.close().catch(() => undefined);
  }
}

async function returnUnacked({ channel, consumers }: Consuming): Promise<void> {
  // Cancel the consumers first, or the broker would redeliver the messages immediately. Since RabbitMQ 4.3 a
  // nack does not count as a failed delivery, but a lost channel does.
  await Promise.all(consumers.map((tag) => channel.cancel(tag)));
  channel.nackAll(true);
  await channel.close();
}
