import type { ChannelModel } from 'amqplib';
import { PublishError, type Publisher } from '#shared/platform/amqp/publisher.ts';
import { askQueues } from '#shared/platform/amqp/ask-queues.ts';
import { isBlocked } from '#shared/platform/amqp/connection.ts';
import { commandQueue } from '#shared/platform/amqp/topology.ts';
import { byService, serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { recentAnswer } from '#shared/platform/process/recent-answer.ts';
import { withTimeout } from '#shared/platform/process/with-timeout.ts';

const assumedWorkers = byService(() => true);
const workersGoodForMs = 1000;
const workersPatienceMs = 1000;

const betweenMs = 1000;
const patienceMs = 2000;

/**
 * Finds a broker fault before a client's write does. A broker that lacks memory or disk space reports this only to publishers,
 * and a hanging broker reports nothing.
 */
export function startBrokerProbe(publisher: Pick<Publisher, 'publish'>, exchange: string) {
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
    // Only `unconfirmed` means that the broker does not respond. Without a connection, for example, no probe was sent.
    isAnswered = failure !== 'unconfirmed';
  };
  const timer = setInterval(() => {
    if (!isAsking) void ask();
  }, betweenMs).unref();

  return {
    /** False if the broker did not confirm the last probe within `patienceMs`. */
    get isAnswered() {
      return isAnswered;
    },
    close: () => clearInterval(timer),
  };
}

/** Whether each service's commands have a consumer. While this is unknown for a service, the value is true. */
export type AskWorkers = () => Promise<Record<ServiceName, boolean>>;

/**
 * A worker consumes all queues of its service, so only the first queue is checked. The check runs at most once a second,
 * because health checks need no token.
 */
export function createAskWorkers(namespace: string, connection: () => ChannelModel | null): AskWorkers {
  const recent = recentAnswer(() => askConsumers(namespace, connection()).catch(() => assumedWorkers));
  return () => recent(workersGoodForMs);
}

async function askConsumers(
  namespace: string,
  link: ChannelModel | null,
): Promise<Record<ServiceName, boolean>> {
  if (link === null || isBlocked(link)) return assumedWorkers;
  const queueOf = (service: ServiceName) => commandQueue(namespace, service, 0);
  const states = await withTimeout(askQueues(link, serviceNames.map(queueOf)), workersPatienceMs);
  const isWorkedFor = (service: ServiceName) => {
    const state = states.get(queueOf(service));
    return state === undefined || (!state.isMissing && state.consumers > 0);
  };
  return byService(isWorkedFor);
}
