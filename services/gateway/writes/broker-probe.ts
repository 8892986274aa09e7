import { PublishError, type Publisher } from '#shared/amqp/publisher.ts';

export interface BrokerProbe {
  /** False: the broker did not confirm the last probe within the time that a write waits for its confirm. */
  readonly isAnswered: boolean;
  close: () => void;
}

const betweenMs = 1000;
const patienceMs = 2000;

/**
 * Once a second, publishes a message that is routed to no queue. The broker reports a shortage of memory or disk only to
 * publishers, and a hanging broker reports nothing. So the probe finds the failure before a client's write does.
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
    // Without a connection, no probe was sent.
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
