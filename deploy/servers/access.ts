/** A user of its own at the servers. Beside these there is the operator, who may do everything. */
export type ServerUser = 'gateway' | 'catalog' | 'orders';
export const serverUsers: readonly ServerUser[] = ['gateway', 'catalog', 'orders'];

/** At RabbitMQ and MongoDB; at Redis it is the default user. */
export const operatorName = 'store';

export interface Access {
  /** The one database that it reads and writes. */
  database: string | null;
  /** Regular expressions over the names of exchanges and queues, as RabbitMQ has them. */
  rabbitmq: {
    configure: string;
    write: string;
    read: string;
    /** Routing keys that it may publish on the topic exchange of events; null: it has no access to that. */
    publishes: string | null;
  };
  /** Rules of a Redis ACL. */
  redis: readonly string[];
}

/** Commands that touch nothing but the keys they are given; `info` and the list of connections are asked for by libraries. */
const harmless = ['+@all', '-@admin', '-@dangerous', '+info', '+client|list'];

/** What each user may reach in the store of this namespace. Whatever isn't here is refused. */
export function accessOf(namespace: string): Record<ServerUser, Access> {
  const names = (...patterns: string[]) => `^(${patterns.join('|')})$`;
  // All that commands travel through, so that a gateway can start before the workers, and its own queue of replies.
  const commands = [
    `${namespace}\\.(catalog|orders)(\\.(commands\\.\\d+|retry\\.\\d+|given-up|parked))?`,
    `${namespace}\\.replies`,
    'amq\\.gen-.+',
  ];
  const service = (name: 'catalog' | 'orders'): Access => {
    const own = [`${namespace}\\.${name}(\\..+)?`, `${namespace}\\.events`];
    const written = names(...own, `${namespace}\\.replies`);
    return {
      database: `${namespace}_${name}`,
      rabbitmq: { configure: written, write: written, read: names(...own), publishes: `^${name}\\.` },
      redis: [`~${namespace}:jobs:${name}-bulk:*`, ...harmless],
    };
  };
  return {
    gateway: {
      database: null,
      rabbitmq: {
        configure: names(...commands),
        write: names(...commands),
        read: names(...commands),
        publishes: null,
      },
      redis: [`~${namespace}:rate:*`, `~${namespace}:unfinished:*`, ...harmless],
    },
    catalog: service('catalog'),
    orders: service('orders'),
  };
}
