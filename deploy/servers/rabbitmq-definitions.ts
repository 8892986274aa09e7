import { createHash, randomBytes } from 'node:crypto';

import { accessOf, exchangesOf, nothing, operatorName, serverUsers } from './access.ts';
import type { Passwords } from './passwords.ts';
import { toolAccessOf, toolUsers } from './tool-access.ts';

const vhost = '/';

/**
 * The JSON that the broker imports on each boot: its users, their permissions, and the exchanges between the processes. Workers
 * declare their own queues.
 */
export function rabbitmqDefinitions(namespace: string, passwords: Passwords): string {
  const access = accessOf(namespace);
  const tools = toolUsers.flatMap((user) => {
    const { rabbitmq } = toolAccessOf(namespace)[user];
    return rabbitmq ? [{ user, ...rabbitmq }] : [];
  });
  const everything = { configure: '.*', write: '.*', read: '.*' };
  const operator = { user: operatorName, vhost };
  return JSON.stringify({
    vhosts: [{ name: vhost }],
    users: [
      userWith(operatorName, passwords.operator, ['administrator']),
      ...[...serverUsers, ...tools.map(({ user }) => user)].map((name) =>
        userWith(name, passwords[name], []),
      ),
    ],
    exchanges: exchangesOf(namespace).map(({ name, type }) => ({
      name,
      vhost,
      type,
      durable: true,
      auto_delete: false,
      internal: false,
      arguments: {},
    })),
    permissions: [
      { ...operator, ...everything },
      ...serverUsers.map((user) => {
        const { configure, write, read } = access[user].rabbitmq;
        return { user, vhost, configure, write, read };
      }),
      ...tools.map(({ user, read, write }) => ({ user, vhost, configure: nothing, write, read })),
    ],
    // Each user needs an entry, because the broker allows every routing key to a user without an entry.
    topic_permissions: [
      ...serverUsers.map((user) => ({ user, ...access[user].rabbitmq.events })),
      ...tools.map(({ user }) => ({ user, write: nothing, read: nothing })),
    ].map((permission) => ({ ...permission, vhost, exchange: `${namespace}.events` })),
  });
}

function userWith(name: string, password: string, tags: string[]) {
  const salt = randomBytes(4);
  const digest = createHash('sha256').update(salt).update(password).digest();
  return {
    name,
    password_hash: Buffer.concat([salt, digest]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags,
  };
}
