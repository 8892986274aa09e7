import type { ServerName } from '../processes.ts';
import { operatorName, type ServerUser } from './access.ts';
import type { Passwords } from './passwords.ts';
import type { ToolUser } from './tool-access.ts';

export const replicaSetName = 'store';

/** The user in the URI. */
export type Caller = ServerUser | ToolUser | 'operator';

/** `hosts` is one host, or a cluster's hosts separated by commas. `tls`: whether the connection uses TLS. Default: false. */
type MakeUri = <C extends Caller>(
  hosts: string,
  caller: C,
  passwords: Pick<Passwords, C>,
  options?: { tls?: boolean },
) => string;

/** The function that makes the address of each server. */
export const serverUris: Readonly<Record<ServerName, MakeUri>> = {
  mongodb: (hosts, caller, passwords, { tls = false } = {}) => {
    const options = `authSource=admin&replicaSet=${replicaSetName}&w=majority&journal=true&readConcernLevel=majority`;
    const user = `${nameOf(caller)}:${inUri(passwords[caller])}`;
    return `mongodb://${user}@${hosts}/?${options}${tls ? '&tls=true' : ''}`;
  },
  redis: (host, caller, passwords, { tls = false } = {}) => {
    const user = caller === 'operator' ? '' : caller;
    return `${tls ? 'rediss' : 'redis'}://${user}:${inUri(passwords[caller])}@${host}`;
  },
  rabbitmq: (hosts, caller, passwords, { tls = false } = {}) =>
    `${tls ? 'amqps' : 'amqp'}://${nameOf(caller)}:${inUri(passwords[caller])}@${hosts}`,
};

/**
 * Escapes a password for a URI. Also escapes the characters that `encodeURIComponent` leaves unchanged, because a shell or a
 * parser may not accept them.
 */
function inUri(password: string): string {
  return encodeURIComponent(password).replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function nameOf(caller: Caller): string {
  return caller === 'operator' ? operatorName : caller;
}
