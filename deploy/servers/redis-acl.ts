import { createHash } from 'node:crypto';

import { accessOf, serverUsers } from './access.ts';
import type { Passwords } from './passwords.ts';
import { toolAccessOf, toolUsers } from './tool-access.ts';

/** The lines of Redis' ACL file. A client that connects without a user name is the operator. */
export function redisAcl(namespace: string, passwords: Passwords): string[] {
  const access = accessOf(namespace);
  const tools = toolAccessOf(namespace);
  return [
    userLine('default', passwords.operator, ['~*', '&*', '+@all']),
    ...serverUsers.map((user) => userLine(user, passwords[user], access[user].redis)),
    ...toolUsers.flatMap((user) => {
      const { redis } = tools[user];
      return redis ? [userLine(user, passwords[user], redis)] : [];
    }),
  ];
}

function userLine(name: string, password: string, rules: readonly string[]): string {
  const digest = createHash('sha256').update(password).digest('hex');
  return ['user', name, 'reset', 'on', `#${digest}`, ...rules].join(' ');
}
