import type { Kind } from './kinds.ts';

/** The processes of this system, as in `deploy/processes.ts`. */
export const processReaders = [
  'gateway',
  'catalog-api',
  'catalog-worker',
  'orders-api',
  'orders-worker',
  'webhooks-api',
  'webhooks-worker',
] as const;

export type ProcessReader = (typeof processReaders)[number];

/** Programs that read settings. `compose` is docker-compose.yml itself. */
export type Reader =
  | ProcessReader
  | (
      | 'start'
      | 'servers'
      | 'token'
      | 'console'
      | 'seed'
      | 'audit'
      | 'parked'
      | 'migrate'
      | 'indexes'
      | 'backup'
      | 'restore'
      | 'bytes-per-order'
    )
  | ('container' | 'secrets' | 'database' | 'compose');

export const groups = [
  'What a store owner sets',
  'Limits of the gateway',
  'Limits of the workers',
  'Tokens',
  'Signing in at the console',
  'Between the processes',
  'TLS between the parts',
  'Telemetry',
  'Servers on this machine (npm start)',
  'Backups',
  'Containers',
  'Passwords at the servers, in containers',
  'Tests',
] as const;

export interface Setting {
  group: (typeof groups)[number];
  kind: Kind<unknown>;
  default?: string;
  /** The programs that cannot start without this setting; it then has no default. */
  requiredBy?: readonly Reader[];
  unit?: string;
  readBy: readonly Reader[];
  /** The description of the setting, at most one sentence. */
  doc: string;
  /** Messages, logs and documents never contain its value. */
  isSecret?: true;
  /**
   * The shop's owner chooses this setting, so compose and Kubernetes pass it to each process that reads it.
   * Other settings are set by the deployment, or apply to only one way of running the processes.
   */
  isOwners?: true;
  /** The value in Kubernetes' ConfigMap, if it differs from the default. */
  inKubernetes?: string;
}
