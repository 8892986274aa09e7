import { operatorName } from './access.ts';
import type { ServerUser } from './access.ts';
import type { Passwords } from './passwords.ts';
import type { ToolUser } from './tool-access.ts';

export const replicaSetName = 'store';

/** Who connects. */
export type Caller = ServerUser | ToolUser | 'operator';

type PasswordOf<C extends Caller> = Pick<Passwords, C>;

/** `hosts`: one or, of a cluster, several by comma. */
export function mongodbUri<C extends Caller>(hosts: string, caller: C, passwords: PasswordOf<C>): string {
  const options = `authSource=admin&replicaSet=${replicaSetName}&w=majority&journal=true&readConcernLevel=majority`;
  return `mongodb://${nameOf(caller)}:${passwords[caller]}@${hosts}/?${options}`;
}

export function rabbitmqUrl<C extends Caller>(hosts: string, caller: C, passwords: PasswordOf<C>): string {
  return `amqp://${nameOf(caller)}:${passwords[caller]}@${hosts}`;
}

export function redisUrl<C extends Caller>(host: string, caller: C, passwords: PasswordOf<C>): string {
  return `redis://${caller === 'operator' ? '' : caller}:${passwords[caller]}@${host}`;
}

function nameOf(caller: Caller): string {
  return caller === 'operator' ? operatorName : caller;
}
