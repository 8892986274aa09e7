import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, ChannelModel } from 'amqplib';

interface Consuming {
  channel: Pick<Channel, 'cancel' | 'nackAll' | 'close'>;
  connection: Pick<ChannelModel, 'close'>;
  consumers: readonly string[];
}

/**
 * Gives the broker back all that is not acked on a channel, and ends its connection. Throws when the broker did not
 * take it in order; the connection is ended even then, for only that makes its owner connect again.
 */
export async function handBackAll(consuming: Consuming, withinMs: number): Promise<void> {
  const timeout = new AbortController();
  const tooLate = sleep(withinMs, undefined, { signal: timeout.signal }).then(() => {
    throw new Error('The broker has not answered in time');
  });
  try {
    await Promise.race([giveBack(consuming), tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    timeout.abort();
    await consuming.connection.close().catch(() => undefined);
  }
}

async function giveBack({ channel, consumers }: Consuming): Promise<void> {
  // First the subscriptions, or it would all come back at once. Since RabbitMQ 4.3 a nack is no failed delivery, while
  // the loss of a channel is one.
  await Promise.all(consumers.map((tag) => channel.cancel(tag)));
  channel.nackAll(true);
  await channel.close();
}
