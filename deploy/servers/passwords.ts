import { serverUsers } from './access.ts';
import type { ServerUser } from './access.ts';
import { toolUsers } from './tool-access.ts';
import type { ToolUser } from './tool-access.ts';

/** At one server. */
export type Passwords = Record<ServerUser | ToolUser | 'operator', string>;

/** The passwords of one server's users, each made or found by its name: `rabbitmq-orders-password`. */
export function passwordsOf(server: string, secret: (name: string) => string): Passwords {
  const ofUsers = [...serverUsers, ...toolUsers].map((user) => [user, secret(`${server}-${user}-password`)]);
  return {
    operator: secret(`${server}-password`),
    ...(Object.fromEntries(ofUsers) as Record<ServerUser | ToolUser, string>),
  };
}
