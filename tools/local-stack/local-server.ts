import type { ServerName } from '#deploy/processes.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { DataDir } from './data-dir.ts';
import type { Say } from './progress.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export const serverNames = ['mongodb', 'redis', 'rabbitmq'] as const satisfies ServerName[];

export interface LocalServersOptions {
  dataDir: DataDir;
  /** The namespace of the store, to which the servers' users belong. */
  namespace: string;
  say: Say;
}

/** A server that belongs to the store and can be started. */
export interface LocalServer {
  name: ServerName;
  uri: (caller: Caller) => string;
  process: SupervisedProcess;
}

/** Servers stop after all processes that use them, because their rank is lowest. */
export const serverRank = 1;
export const serverGraceMs = 20_000;
export const serverReadyWithinMs = 90_000;

const titles: Record<ServerName, string> = { mongodb: 'MongoDB', redis: 'Redis', rabbitmq: 'RabbitMQ' };

export function titled(names: readonly ServerName[]): string {
  return names.map((name) => titles[name]).join(', ');
}
