import { createHash, randomBytes } from 'node:crypto';

import { accessOf, operatorName, serverUsers } from './access.ts';
import type { Passwords } from './passwords.ts';

const vhost = '/';

/** What the broker imports on each boot: its users and their permissions, as JSON. Nothing else: the store declares its queues. */
export function rabbitmqDefinitions(namespace: string, passwords: Passwords): string {
  const access = accessOf(namespace);
  const everything = { configure: '.*', write: '.*', read: '.*' };
  const operator = { user: operatorName, vhost };
  return JSON.stringify({
    vhosts: [{ name: vhost }],
    users: [
      userWith(operatorName, passwords.operator, ['administrator']),
      ...serverUsers.map((name) => userWith(name, passwords[name], [])),
    ],
    permissions: [
      { ...operator, ...everything },
      ...serverUsers.map((user) => {
        const { configure, write, read } = access[user].rabbitmq;
        return { user, vhost, configure, write, read };
      }),
    ],
    topic_permissions: serverUsers.flatMap((user) => {
      const { publishes } = access[user].rabbitmq;
      return publishes === null
        ? []
        : [{ user, vhost, exchange: `${namespace}.events`, write: publishes, read: '.*' }];
    }),
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
