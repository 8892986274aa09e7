import type { ChannelModel } from 'amqplib';
import { askQueues } from '#shared/amqp/ask-queues.ts';
import { isBlocked } from '#shared/amqp/connection.ts';
import { commandQueue } from '#shared/amqp/topology.ts';
import { byService, serviceNames, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { recentAnswer } from '#shared/process/recent-answer.ts';

/** Resolves to whether each service's commands have a consumer. True when that is unknown. */
export type AskWorkers = () => Promise<Record<ServiceName, boolean>>;

const assumed = byService(() => true);

const goodForMs = 1000;
const patienceMs = 1000;

/**
 * Asks the broker for consumers. The broker notices a stopped worker immediately, and a hanging worker by its heartbeat. A
 * worker consumes all queues of its service, so asking about the first queue is enough. Health checks need no token, so the
 * broker is asked at most once a second.
 */
export function createAskWorkers(namespace: string, connection: () => ChannelModel | null): AskWorkers {
  const recent = recentAnswer(() => ask(namespace, connection()).catch(() => assumed));
  return () => recent(goodForMs);
}

async function ask(namespace: string, link: ChannelModel | null): Promise<Record<ServiceName, boolean>> {
  if (link === null || isBlocked(link)) return assumed;
  const queueOf = (service: ServiceName) => commandQueue(namespace, service, 0);
  const silence = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref());
  const states = await Promise.race([askQueues(link, serviceNames.map(queueOf)), silence]);
  const isWorkedFor = (service: ServiceName) => {
    const state = states?.get(queueOf(service));
    return state === undefined || (!state.isMissing && state.consumers > 0);
  };
  return byService(isWorkedFor);
}
