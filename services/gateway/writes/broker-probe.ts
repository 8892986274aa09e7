import { PublishError } from '#shared/amqp/publisher.ts';
import type { Publisher } from '#shared/amqp/publisher.ts';

export interface BrokerProbe {
  /** False: the broker has left the last question without an answer for longer than a write waits. */
  readonly isAnswered: boolean;
  close: () => void;
}

const betweenMs = 1000;
const patienceMs = 2000;

/**
 * Publishes, once a second, a message that no queue takes. The broker says that it is short of memory or disk only to who
 * publishes, and one that hangs says nothing: so it is a probe that finds out, not a client's write.
 */
export function startBrokerProbe(publisher: Pick<Publisher, 'publish'>, exchange: string): BrokerProbe {
  let isAnswered = true;
  let isAsking = false;

  const ask = async (): Promise<void> => {
    const probe = { exchange, routingKey: 'probe', body: Buffer.alloc(0), options: { messageId: 'probe' } };
    isAsking = true;
    const failure = await publisher.publish(probe, patienceMs).then(
      () => null,
      (error: unknown) => (error instanceof PublishError ? error.failure : null),
    );
    isAsking = false;
    // Without a connection there was no question.
    isAnswered = failure !== 'unconfirmed';
  };
  const timer = setInterval(() => {
    if (!isAsking) void ask();
  }, betweenMs).unref();

  return {
    get isAnswered() {
      return isAnswered;
    },
    close: () => clearInterval(timer),
  };
}
