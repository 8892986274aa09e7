import type { ChannelModel } from 'amqplib';
import type { ServiceName } from '../../contracts/kit/define.ts';
import { missingQueues, queueConsumers, queueMessages } from '../telemetry/metrics.ts';
import { observe } from '../telemetry/observe.ts';
import { askQueues, type QueueState } from './ask-queues.ts';
import { isBlocked } from './connection.ts';
import { queuesOf } from './topology.ts';

/** Reports the messages and consumers of these services' queues as metrics. Reports nothing without a connection. */
export function observeQueues(options: {
  namespace: string;
  services: readonly ServiceName[];
  connection: () => ChannelModel | null;
}): void {
  const queues = options.services.flatMap((service) =>
    queuesOf(options.namespace, service).map((queue) => ({ ...queue, service })),
  );
  const ask = async (): Promise<Map<string, QueueState>> => {
    const connection = options.connection();
    // The broker does not read requests from a blocked connection.
    if (!connection || isBlocked(connection)) return new Map();
    const names = queues.map(({ name }) => name);
    return askQueues(connection, names);
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
