import type { ServerName } from '#deploy/processes.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { DataDir } from './data-dir.ts';
import type { Say } from './progress.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export const serverNames = ['mongodb', 'redis', 'rabbitmq'] as const satisfies ServerName[];

export interface LocalServersOptions {
  dataDir: DataDir;
  /** Of the store that the servers' users are for. */
  namespace: string;
  say: Say;
}

/** A server of the store's own, to be started. */
export interface LocalServer {
  name: ServerName;
  uri: (caller: Caller) => string;
  process: SupervisedProcess;
}

/** Servers are stopped after everything that uses them. */
export const serverRank = 1;
export const serverGraceMs = 20_000;
export const serverReadyWithinMs = 90_000;

const titles: Record<ServerName, string> = { mongodb: 'MongoDB', redis: 'Redis', rabbitmq: 'RabbitMQ' };

export function titled(names: readonly ServerName[]): string {
  return names.map((name) => titles[name]).join(', ');
}
