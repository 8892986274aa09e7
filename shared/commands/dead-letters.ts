import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { Log } from '../process/log.ts';

const firstPause = 250;
const longestPause = 5000;

/**
 * Takes what the broker dead-lettered after too many deliveries, such as a command whose every worker died. `park` is
 * tried until it succeeds, and only then is the message acked.
 */
export async function consumeDeadLetters(
  connection: ChannelModel,
  queue: string,
  options: {
    /** `from`: the queue that it was dead-lettered in. */
    park: (message: ConsumeMessage, from: string, reason: string) => Promise<void>;
    log: Log;
  },
): Promise<void> {
  const { park, log } = options;
  const channel = await connection.createChannel();
  let isOpen = true;
  channel.on('error', (error: Error) => log.warn({ err: error }, 'channel of dead-lettered commands failed'));
  channel.on('close', () => {
    isOpen = false;
    // Closing its connection too leaves one path that rebuilds everything.
    void connection.close().catch(() => undefined);
  });

  const take = async (message: ConsumeMessage): Promise<void> => {
    // The latest death comes first.
    const death = message.properties.headers?.['x-death']?.[0];
    const reason = `given up by the broker: ${death?.reason ?? 'unknown'}`;
    for (let pause = firstPause; isOpen; pause = Math.min(pause * 2, longestPause)) {
      try {
        await park(message, death?.queue ?? queue, reason);
        channel.ack(message);
        log.error({ command_id: message.properties.messageId as unknown, reason }, 'command parked');
        return;
      } catch (error) {
        log.warn({ err: error }, 'a dead-lettered command could not be parked yet, trying again');
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  };
  await channel.prefetch(1);
  await channel.consume(queue, (message) => {
    if (message === null) void channel.close().catch(() => undefined);
    else void take(message);
  });
}
