import type { ChannelModel } from 'amqplib';
import { askQueues } from '#shared/amqp/ask-queues.ts';
import { isBlocked } from '#shared/amqp/connection.ts';
import { commandQueue } from '#shared/amqp/topology.ts';
import { byService, serviceNames } from '#shared/contracts/schema-kit/define.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { recentAnswer } from '#shared/process/recent-answer.ts';

/** Whether somebody takes each service's commands; true where that cannot be told. */
export type AskWorkers = () => Promise<Record<ServiceName, boolean>>;

const untold = byService(() => true);

const goodForMs = 1000;
const patienceMs = 1000;

/**
 * Asks the broker who consumes: it notices a worker that was stopped at once, and one that hangs by its heartbeat. A worker takes
 * from all of its service's queues, so that the first tells of them all. Strangers may ask for health: the broker is asked once
 * a second at most.
 */
export function createAskWorkers(namespace: string, connection: () => ChannelModel | null): AskWorkers {
  const recent = recentAnswer(() => ask(namespace, connection()).catch(() => untold));
  return () => recent(goodForMs);
}

async function ask(namespace: string, link: ChannelModel | null): Promise<Record<ServiceName, boolean>> {
  if (link === null || isBlocked(link)) return untold;
  const queueOf = (service: ServiceName) => commandQueue(namespace, service, 0);
  const silence = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref());
  const states = await Promise.race([askQueues(link, serviceNames.map(queueOf)), silence]);
  const isWorkedFor = (service: ServiceName) => {
    const state = states?.get(queueOf(service));
    return state === undefined || (!state.isMissing && state.consumers > 0);
  };
  return byService(isWorkedFor);
}
