/** The users that processes have on the servers. One more user, the operator, has every permission. */
export type ServerUser = 'gateway' | 'catalog' | 'orders' | 'webhooks';
export const serverUsers: readonly ServerUser[] = ['gateway', 'catalog', 'orders', 'webhooks'];

/** The operator's name in RabbitMQ and MongoDB. In Redis the operator is the default user. */
export const operatorName = 'store';

export interface Access {
  /** The only database that the user may read and write. */
  database: string | null;
  /** RabbitMQ's permissions: regular expressions for the names of exchanges and queues. */
  rabbitmq: {
    configure: string;
    write: string;
    read: string;
    /**
     * For the topic exchange with events: the routing keys to which the user may publish, and the patterns of routing keys to
     * which the user may bind a queue.
     */
    events: { write: string; read: string };
  };
  /** Rules of a Redis ACL, added to a user without permissions: key patterns and commands. */
  redis: readonly string[];
}

const allow = (commands: string) => commands.split(/\s+/).map((command) => `+${command}`);

/**
 * The Redis commands that the gateway needs, for sessions and for the script that counts requests. `info` shows whether Redis
 * has loaded its data, and `time` whether it replies.
 */
const gatewayCommands = allow('eval info time get set del incr pttl pexpire hset hgetall hdel');

/** The Redis commands that BullMQ needs to add, reserve, retry and finish jobs. */
const bulkCommands = [
  ...allow('eval evalsha info client|setname multi exec'),
  ...allow('del exists get set incr pexpire pttl'),
  ...allow('hdel hexists hget hgetall hincrby hmget hmset hset'),
  ...allow('lindex llen lpop lpos lpush lrange lrem ltrim rpoplpush rpush sadd scard smembers srem'),
  ...allow('bzpopmin zadd zcard zpopmin zrange zrangebyscore zrem zremrangebyrank zremrangebyscore'),
  ...allow('zrevrange zrevrangebyscore zscore xadd xtrim'),
];

/** A regular expression for RabbitMQ that matches no name. */
export const nothing = '';

/**
 * The exchanges between the processes. These exchanges must exist before the first process starts, because a gateway is not
 * allowed to create them and does not wait for a worker.
 */
export function exchangesOf(namespace: string): { name: string; type: 'direct' | 'topic' }[] {
  return [
    { name: `${namespace}.catalog`, type: 'direct' },
    { name: `${namespace}.orders`, type: 'direct' },
    { name: `${namespace}.webhooks`, type: 'direct' },
    { name: `${namespace}.replies`, type: 'direct' },
    { name: `${namespace}.bells`, type: 'direct' },
    { name: `${namespace}.events`, type: 'topic' },
  ];
}

/** The permissions of each user for the store in this namespace. All other access is denied. */
export function accessOf(namespace: string): Record<ServerUser, Access> {
  const names = (...patterns: string[]) => `^(${patterns.join('|')})$`;
  const [events, replies] = [`${namespace}\\.events`, `${namespace}\\.replies`];
  const bells = `${namespace}\\.bells`;
  // The broker gives names with `amq.gen-` only to queues that are declared without a name. No client can choose such a name.
  const ownReplies = 'amq\\.gen-.+';
  const service = (name: Exclude<ServerUser, 'gateway'>, follows: readonly string[]): Access => {
    const own = `${namespace}\\.${name}(\\..+)?`;
    const written = names(own, events, replies, bells);
    return {
      database: `${namespace}_${name}`,
      rabbitmq: {
        configure: written,
        write: written,
        read: follows.length === 0 ? names(own, bells) : names(own, bells, events),
        events: { write: `^${name}\\.`, read: follows.length === 0 ? nothing : names(...follows) },
      },
      redis: [`~${namespace}:jobs:${name}-bulk:*`, ...bulkCommands],
    };
  };
  // In Redis, the webhooks service has one more queue than the other services. The webhooks service reads events from the other
  // services' logs, so it needs no binding to the events' exchange.
  const withTurns = (access: Access): Access => ({
    ...access,
    redis: [`~${namespace}:jobs:webhooks-turns:*`, ...access.redis],
  });
  return {
    gateway: {
      database: null,
      rabbitmq: {
        configure: names(ownReplies),
        // The gateway publishes commands, and binds its reply queue.
        write: names(`${namespace}\\.(catalog|orders|webhooks)`, ownReplies),
        read: names(replies, bells, ownReplies),
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
