import type { ChannelModel } from 'amqplib';
import { serviceNames } from '../../contracts/kit/define.ts';
import { missingQueues, queueConsumers, queueMessages } from '../telemetry/metrics.ts';
import { observe } from '../telemetry/observe.ts';
import { askQueues, type QueueState } from './ask-queues.ts';
import { isBlocked } from './connection.ts';
import { queuesOf } from './topology.ts';

/** Reports the messages and consumers of all services' queues as metrics. Reports nothing without a connection. */
export function observeQueues(namespace: string, connection: () => ChannelModel | null): void {
  const queues = serviceNames.flatMap((service) =>
    queuesOf(namespace, service).map((queue) => ({ ...queue, service })),
  );
  const names = queues.map(({ name }) => name);
  const ask = async (): Promise<Map<string, QueueState>> => {
    const current = connection();
    // The broker does not read requests from a blocked connection.
    return !current || isBlocked(current) ? new Map() : askQueues(current, names);
  };
  observe([queueMessages, queueConsumers, missingQueues], ask, (result, states) => {
    for (const { name, service, kind } of queues) {
      const state = states.get(name);
      if (!state) continue;
      const attributes = {
        'messaging.destination.name': name,
        'store.service': service,
        'store.queue.kind': kind,
      };
      result.observe(missingQueues, state.isMissing ? 1 : 0, attributes);
      if (state.isMissing) continue;
      result.observe(queueMessages, state.messages, attributes);
      if (kind === 'commands' || kind === 'events')
        result.observe(queueConsumers, state.consumers, attributes);
    }
  });
}
