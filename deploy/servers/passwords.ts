import { serverUsers, type ServerUser } from './access.ts';
import { toolUsers, type ToolUser } from './tool-access.ts';

/** The passwords for one server, keyed by user. */
export type Passwords = Record<ServerUser | ToolUser | 'operator', string>;

/**
 * The passwords of one server's users. `secret` finds or generates each password by its name, such as
 * `rabbitmq-orders-password`.
 */
export function passwordsOf(server: string, secret: (name: string) => string): Passwords {
  const ofUsers = [...serverUsers, ...toolUsers].map((user) => [user, secret(`${server}-${user}-password`)]);
  return {
    operator: secret(`${server}-password`),
    ...(Object.fromEntries(ofUsers) as Record<ServerUser | ToolUser, string>),
  };
}
