import { variableOf } from '../internal-secrets.ts';
import { serverUsers, type ServerUser } from './access.ts';
import { toolUsers, type ToolUser } from './tool-access.ts';

/** The passwords for one server, keyed by user. */
export type Passwords = Record<ServerUser | ToolUser | 'operator', string>;

/**
 * The passwords of one server's users. `secret` finds or generates each password by its name, such as
 * `rabbitmq-orders-password`.
 */
export function passwordsOf(server: string, secret: (name: string) => string): Passwords {
  const users = ['operator', ...serverUsers, ...toolUsers];
  return Object.fromEntries(users.map((user) => [user, secret(passwordName(server, user))])) as Passwords;
}

/** The environment variables with these passwords, such as MONGODB_PASSWORD and MONGODB_ORDERS_PASSWORD. */
export function passwordVariables(server: string, passwords: Passwords): Record<string, string> {
  const entries = Object.entries(passwords);
  return Object.fromEntries(entries.map(([user, word]) => [variableOf(passwordName(server, user)), word]));
}

function passwordName(server: string, user: string): string {
  return user === 'operator' ? `${server}-password` : `${server}-${user}-password`;
}
