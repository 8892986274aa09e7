import { accessOf } from './access.ts';

/** Of the operator's tools, those with a user of their own at the servers. */
export type ToolUser = 'backup' | 'restore' | 'audit' | 'operate';
export const toolUsers: readonly ToolUser[] = ['backup', 'restore', 'audit', 'operate'];

export interface ToolAccess {
  /** Roles in each of the store's databases, and what it may ask of the cluster. */
  mongodb: { roles: readonly string[]; clusterActions: readonly string[] };
  /** What it may read and empty, and the exchanges that it may send to; null: it is no user there. */
  rabbitmq: { read: string; write: string } | null;
  /** Rules of a Redis ACL; null: it is no user there. */
  redis: readonly string[] | null;
}

/** Every database of the store of this namespace. */
export function storeDatabases(namespace: string): string[] {
  return Object.values(accessOf(namespace)).flatMap(({ database }) => database ?? []);
}

/**
 * Backup and audit read; restore writes, once it has seen that nobody else has the databases open. Operate repairs what an audit found,
 * and sends what is parked back to its queue or away.
 */
export function toolAccessOf(namespace: string): Record<ToolUser, ToolAccess> {
  const services = '(catalog|orders|webhooks)';
  const parked = `^${namespace}\\.${services}\\.parked$`;
  const nothing = '';
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
