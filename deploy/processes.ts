import type { SettingName } from '#shared/platform/settings/settings.ts';
import type { InternalSecret } from './internal-secrets.ts';
import { serverUsers, type ServerUser } from './servers/access.ts';

export type ServerName = 'mongodb' | 'redis' | 'rabbitmq';

interface ProcessKind {
  entryPoint: string;
  /** The user with which the process connects to its servers. */
  user: ServerUser;
  /** The servers to which the process connects. */
  servers: readonly ServerName[];
  /** The secrets that the process sends to other processes, expects from them, or uses to create ids. */
  secrets: readonly InternalSecret[];
}

/** The store's seven processes. */
export const processes = {
  gateway: {
    entryPoint: 'services/gateway/main.ts',
    user: 'gateway',
    servers: ['rabbitmq', 'redis'],
    secrets: [
      ...(['gateway-catalog-secret', 'gateway-orders-secret', 'gateway-webhooks-secret'] as const),
      ...(['operation-id-key', 'command-id-key'] as const),
    ],
  },
  'catalog-api': {
    entryPoint: 'services/catalog/api.ts',
    user: 'catalog',
    servers: ['mongodb'],
    secrets: ['gateway-catalog-secret', 'orders-catalog-secret', 'webhooks-catalog-secret'],
  },
  'catalog-worker': {
    entryPoint: 'services/catalog/worker.ts',
    user: 'catalog',
    servers: ['mongodb', 'redis', 'rabbitmq'],
    secrets: [],
  },
  'orders-api': {
    entryPoint: 'services/orders/api.ts',
    user: 'orders',
    servers: ['mongodb'],
    secrets: ['gateway-orders-secret', 'orders-catalog-secret', 'webhooks-orders-secret'],
  },
  'orders-worker': {
    entryPoint: 'services/orders/worker.ts',
    user: 'orders',
    servers: ['mongodb', 'redis', 'rabbitmq'],
    secrets: ['orders-catalog-secret'],
  },
  'webhooks-api': {
    entryPoint: 'services/webhooks/api.ts',
    user: 'webhooks',
    servers: ['mongodb'],
    secrets: ['gateway-webhooks-secret'],
  },
  'webhooks-worker': {
    entryPoint: 'services/webhooks/worker.ts',
    user: 'webhooks',
    servers: ['mongodb', 'redis', 'rabbitmq'],
    secrets: ['webhooks-catalog-secret', 'webhooks-orders-secret', 'webhook-secrets-key'],
  },
} as const satisfies Record<string, ProcessKind>;

export type ProcessName = keyof typeof processes;
export const processNames = Object.keys(processes) as ProcessName[];

/** A process with one role is named like the role; a process with all roles of a service is named like the service. */
export interface StoreProcess<Name extends string = ProcessName | ServerUser> {
  name: Name;
  roles: readonly ProcessName[];
  entryPoint: string;
  /** Node's arguments in addition to `nodeArguments`. */
  nodeArguments?: readonly string[];
}

export const processPerRole: readonly StoreProcess<ProcessName>[] = processNames.map((name) => ({
  name,
  roles: [name],
  entryPoint: processes[name].entryPoint,
}));

/**
 * Without a limit, the space for new objects grows to several times this size while a process starts, and shrinks only after
 * minutes without work. A limit may cost time under load, so production sets none.
 */
const smallHeap = ['--max-semi-space-size=8'];

/** For a store on one machine: one process per service takes less memory than one process per role. */
export const processPerService: readonly StoreProcess<ServerUser>[] = serverUsers.map((name) => {
  const own = processPerRole.filter((role) => processes[role.name].user === name);
  const roles = own.map((role) => role.name);
  const [first] = own;
  const entryPoint = first && own.length === 1 ? first.entryPoint : `services/${name}/main.ts`;
  return { name, roles, entryPoint, nodeArguments: smallHeap };
});

/** Node's arguments for every process. Telemetry must load before all other modules. */
export const nodeArguments = ['--import', './shared/platform/telemetry/register.ts'] as const;

/** The environment variable that holds each server's URL. */
export const serverVariables = {
  mongodb: 'MONGODB_URI',
  redis: 'REDIS_URL',
  rabbitmq: 'RABBITMQ_URL',
} as const satisfies Record<ServerName, SettingName>;
