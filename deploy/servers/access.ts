/** A user of its own at the servers. Beside these there is the operator, who may do everything. */
export type ServerUser = 'gateway' | 'catalog' | 'orders' | 'webhooks';
export const serverUsers: readonly ServerUser[] = ['gateway', 'catalog', 'orders', 'webhooks'];

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
    /** Of the topic exchange of events: routing keys that it may publish, and patterns that it may bind. */
    events: { write: string; read: string };
  };
  /** Rules of a Redis ACL, for a user who may nothing yet: patterns of keys, and commands. */
  redis: readonly string[];
}

const allow = (commands: string) => commands.split(/\s+/).map((command) => `+${command}`);

/** Of a gateway: sessions, and the scripts by which it counts requests and commands; a connection asks `info` whether Redis has loaded its data. */
const gatewayCommands = allow(
  'eval info time get set del incr pttl pexpire hset hgetall hdel zadd zcard zrem zremrangebyscore zscore',
);

/** Of BullMQ: its scripts to add, take, retry and end jobs, and what its board shows of them. */
const bulkCommands = [
  ...allow('eval evalsha info client|setname multi exec'),
  ...allow('del exists get set incr pexpire pttl'),
  ...allow('hdel hexists hget hgetall hincrby hlen hmget hmset hset'),
  ...allow(
    'lindex llen lpop lpos lpush lrange lrem ltrim rpop rpoplpush rpush sadd scard sismember smembers srem',
  ),
  ...allow('bzpopmin zadd zcard zcount zpopmin zrange zrangebyscore zrem zremrangebyrank zremrangebyscore'),
  ...allow('zrevrange zrevrangebyscore zscore xadd xtrim'),
];

/** As a regular expression of RabbitMQ: matches no name at all. */
const nothing = '';

/**
 * The exchanges that processes meet at. They are there before the first process: a gateway may not make them, and waits for
 * no worker.
 */
export function exchangesOf(namespace: string): { name: string; type: 'direct' | 'topic' }[] {
  return [
    { name: `${namespace}.catalog`, type: 'direct' },
    { name: `${namespace}.orders`, type: 'direct' },
    { name: `${namespace}.webhooks`, type: 'direct' },
    { name: `${namespace}.replies`, type: 'direct' },
    { name: `${namespace}.events`, type: 'topic' },
  ];
}

/** What each user may reach in the store of this namespace. Whatever isn't here is refused. */
export function accessOf(namespace: string): Record<ServerUser, Access> {
  const names = (...patterns: string[]) => `^(${patterns.join('|')})$`;
  const [events, replies] = [`${namespace}\\.events`, `${namespace}\\.replies`];
  // Only the broker gives such a name, and only to whoever has no other for a queue.
  const ownReplies = 'amq\\.gen-.+';
  const service = (name: Exclude<ServerUser, 'gateway'>, follows: readonly string[]): Access => {
    const own = `${namespace}\\.${name}(\\..+)?`;
    const written = names(own, events, replies);
    return {
      database: `${namespace}_${name}`,
      rabbitmq: {
        configure: written,
        write: written,
        read: follows.length === 0 ? names(own) : names(own, events),
        events: { write: `^${name}\\.`, read: follows.length === 0 ? nothing : names(...follows) },
      },
      redis: [`~${namespace}:jobs:${name}-bulk:*`, ...bulkCommands],
    };
  };
  // It reads the others' events from their logs, so that it binds none of them.
  const withTurns = (access: Access): Access => ({
    ...access,
    redis: [`~${namespace}:jobs:webhooks-turns:*`, ...access.redis],
  });
  return {
    gateway: {
      database: null,
      rabbitmq: {
        configure: names(ownReplies),
        // It sends commands, and binds its queue.
        write: names(`${namespace}\\.(catalog|orders|webhooks)`, ownReplies),
        read: names(replies, ownReplies),
        events: { write: nothing, read: nothing },
      },
      redis: [
        ...['rate', 'unfinished', 'session'].map((kind) => `~${namespace}:${kind}:*`),
        ...gatewayCommands,
      ],
    },
    catalog: service('catalog', []),
    orders: service('orders', ['catalog\\.product\\.\\*\\.v1']),
    webhooks: withTurns(service('webhooks', [])),
  };
}
