import { accessOf } from './access.ts';

/** Of the operator's tools, those with a user of their own at the servers. */
export type ToolUser = 'backup' | 'restore';
export const toolUsers: readonly ToolUser[] = ['backup', 'restore'];

export interface ToolAccess {
  /** Roles in each of the store's databases, and what it may ask of the cluster. */
  mongodb: { roles: readonly string[]; clusterActions: readonly string[] };
  /** What it may read and empty; null: it is no user there. */
  rabbitmq: { read: string } | null;
  /** Rules of a Redis ACL; null: it is no user there. */
  redis: readonly string[] | null;
}

/** Every database of the store of this namespace. */
export function storeDatabases(namespace: string): string[] {
  return Object.values(accessOf(namespace)).flatMap(({ database }) => database ?? []);
}

/** Backup reads; restore writes, once it has seen that nobody else has the databases open. */
export function toolAccessOf(namespace: string): Record<ToolUser, ToolAccess> {
  return {
    backup: { mongodb: { roles: ['read'], clusterActions: [] }, rabbitmq: null, redis: null },
    restore: {
      mongodb: { roles: ['readWrite', 'dbAdmin'], clusterActions: ['inprog'] },
      rabbitmq: { read: `^${namespace}\\.(catalog|orders|webhooks)\\..+$` },
      redis: [`~${namespace}:*`, '+info', '+scan', '+unlink'],
    },
  };
}
