import { accessOf, nothing } from './access.ts';

/** The operator's tools that have users of their own in MongoDB, RabbitMQ or Redis. */
export type ToolUser = 'backup' | 'restore' | 'audit' | 'operate';
export const toolUsers: readonly ToolUser[] = ['backup', 'restore', 'audit', 'operate'];

export interface ToolAccess {
  /** Roles in each of the store's databases, and allowed actions on the cluster. */
  mongodb: { roles: readonly string[]; clusterActions: readonly string[] };
  /**
   * The queues that the tool may read and purge, and the exchanges to which it may publish. Null if it has no RabbitMQ user.
   */
  rabbitmq: { read: string; write: string } | null;
  /** Rules of a Redis ACL. Null if the tool has no Redis user. */
  redis: readonly string[] | null;
}

/** The databases of the store in this namespace. */
export function storeDatabases(namespace: string): string[] {
  return Object.values(accessOf(namespace)).flatMap(({ database }) => database ?? []);
}

/**
 * The users `backup` and `audit` only read. The user `restore` writes, after it has checked that no other
 * client uses the databases. The user `operate` repairs audit findings, and redrives or discards parked
 * commands.
 */
export function toolAccessOf(namespace: string): Record<ToolUser, ToolAccess> {
  const services = '(catalog|orders|webhooks)';
  const parked = `^${namespace}\\.${services}\\.parked$`;
  return {
    backup: { mongodb: { roles: ['read'], clusterActions: [] }, rabbitmq: null, redis: null },
    restore: {
      mongodb: { roles: ['readWrite', 'dbAdmin'], clusterActions: ['inprog'] },
      rabbitmq: { read: `^${namespace}\\.${services}\\..+$`, write: nothing },
      redis: [`~${namespace}:*`, '+info', '+scan', '+unlink'],
    },
    audit: {
      mongodb: { roles: ['read'], clusterActions: [] },
      rabbitmq: { read: parked, write: nothing },
      redis: null,
    },
    operate: {
      mongodb: { roles: ['readWrite'], clusterActions: [] },
      rabbitmq: { read: parked, write: `^${namespace}\\.${services}$` },
      redis: null,
    },
  };
}
