import type { ChannelModel } from 'amqplib';
import { askQueues } from '#shared/amqp/ask-queues.ts';
import { isBlocked } from '#shared/amqp/connection.ts';
import { commandQueue } from '#shared/amqp/topology.ts';
import { byService, serviceNames, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { recentAnswer } from '#shared/process/recent-answer.ts';

/** Whether each service's commands have a consumer; true when that is unknown. */
export type AskWorkers = () => Promise<Record<ServiceName, boolean>>;

const assumed = byService(() => true);

const goodForMs = 1000;
const patienceMs = 1000;

/**
 * Asks the broker for consumers: it notices a stopped worker at once, and a hanging one by its heartbeat. A worker consumes all
 * of its service's queues, so the first stands for all. Health needs no token: the broker is asked once a second at most.
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
