import { mkdirSync, writeFileSync, existsSync, rmSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ServerName } from '#deploy/processes.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import { logFile, startStore } from '#tools/local-stack/store.ts';
import type { ProcessName } from '#deploy/processes.ts';
import type { Store } from '#tools/local-stack/store.ts';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import type { KillPoint } from '#shared/process/kill-point.ts';
import { eventually } from '../support/eventually.ts';
import { removeDataDir, startOwnServers, temporaryDataDir } from '../support/servers.ts';
import { startTcpProxy, throughProxy } from './tcp-proxy.ts';
import type { TcpProxy } from './tcp-proxy.ts';

/** The five processes, and a second orders worker that takes over when the first is away. */
export type Member = ProcessName | 'orders-spare';
export const members: readonly Member[] = [
  'gateway',
  'catalog-api',
  'catalog-worker',
  'orders-api',
  'orders-worker',
  'orders-spare',
];

/** Links that can be made bad: those of gateway and APIs, and those of the workers. The spare has none. */
export type LinkName =
  'front-rabbitmq' | 'front-mongodb' | 'front-redis' | 'worker-rabbitmq' | 'worker-mongodb';

export interface ChaosStore {
  url: string;
  namespace: string;
  /** Straight to the servers. */
  servers: Servers;
  secret: string;
  links: Record<LinkName, TcpProxy>;
  token: (userId: number | null) => Promise<string>;
  pid: (member: Member) => number | undefined;
  signal: (member: Member, signal: NodeJS.Signals) => void;
  /** Waits until the process is gone, then starts it again. */
  restart: (member: Member) => Promise<void>;
  /** Starts whichever has died. */
  reviveAll: () => Promise<Member[]>;
  /** The next process that comes to this point dies. */
  arm: (point: KillPoint) => void;
  isArmed: (point: KillPoint) => boolean;
  disarm: (point: KillPoint) => void;
  /** Sets the wall clock of a process off by so many ms, until it ends. */
  setClock: (member: Member, offsetMs: number) => void;
  /** Makes commands with this request id fail, each alone, until `mend`. */
  poison: (requestId: string) => void;
  mend: (requestId: string) => void;
  log: (name: ProcessName) => string;
  stop: () => Promise<void>;
}

/** Servers of its own, the store on them through links that can be made bad, everything armed for chaos. */
export async function startChaosStore(): Promise<ChaosStore> {
  const dataDir = await temporaryDataDir();
  const namespace = 'chaos';
  const servers = await startOwnServers(dataDir, namespace);
  const folder = join(dataDir.path, 'chaos');
  mkdirSync(folder, { recursive: true });
  const links: Record<LinkName, TcpProxy> = {
    'front-rabbitmq': await startTcpProxy(servers.rabbitmqUrl),
    'front-mongodb': await startTcpProxy(servers.mongodbUri),
    'front-redis': await startTcpProxy(servers.redisUrl),
    'worker-rabbitmq': await startTcpProxy(servers.rabbitmqUrl),
    'worker-mongodb': await startTcpProxy(servers.mongodbUri),
  };
  const linked = (group: 'front' | 'worker') => {
    const through: Record<ServerName, (uri: string) => string> = {
      rabbitmq: (uri) => throughProxy(uri, links[`${group}-rabbitmq`]),
      // A driver that learns the members of a replica set would go around the proxy.
      mongodb: (uri) => direct(throughProxy(uri, links[`${group}-mongodb`])),
      redis: (uri) => throughProxy(uri, links['front-redis']),
    };
    const { mongodbUri, redisUrl, rabbitmqUrl } = servers;
    const uriOf = (server: ServerName, user: ServerUser) => through[server](servers.uriOf(server, user));
    return { mongodbUri, redisUrl, rabbitmqUrl, uriOf };
  };
  const env = {
    STORE_NAMESPACE: namespace,
    CHAOS: '1',
    CHAOS_FOLDER: folder,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'jumping-clock.ts')}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
    CHECKOUT_RATE_LIMIT_PER_MINUTE: '1000000',
    UNFINISHED_OPERATIONS_PER_CALLER: '1000000',
  };
  const common = { dataDir, restart: false, say: () => undefined };
  const front = await startStore({
    ...common,
    servers: linked('front'),
    env,
    only: ['gateway', 'catalog-api', 'orders-api'],
  });
  const behind = { ...env, CATALOG_URL: front.urls['catalog-api'], ORDERS_URL: front.urls['orders-api'] };
  const workers = await startStore({
    ...common,
    servers: linked('worker'),
    env: behind,
    only: ['catalog-worker', 'orders-worker'],
  });
  const spare = await startStore({ ...common, servers, env: behind, only: ['orders-worker'] });

  const homeOf = (member: Member): [Store, ProcessName] => {
    if (member === 'orders-spare') return [spare, 'orders-worker'];
    return [member === 'catalog-worker' || member === 'orders-worker' ? workers : front, member];
  };
  const pid = (member: Member) => {
    const [store, name] = homeOf(member);
    return store.processes().find((process) => process.name === name)?.pid;
  };
  const restart = async (member: Member): Promise<void> => {
    await eventually(`${member} to be away`, () => pid(member) === undefined);
    const [store, name] = homeOf(member);
    await store.start(name);
  };
  const stop = async (): Promise<void> => {
    await front.stop();
    await Promise.all([workers.stop(), spare.stop()]);
    await Promise.all(Object.values(links).map((link) => link.close()));
    await servers.stop();
    removeDataDir(dataDir);
  };
  try {
    await Promise.all([front.ready, workers.ready, spare.ready]);
  } catch (error) {
    await stop();
    throw error;
  }
  const fileOf = (name: string) => join(folder, name);
  const keys = await loadSigningKeys(String(front.env['AUTH_KEYS_DIR']));
  return {
    url: front.url,
    namespace,
    servers,
    secret: String(front.env['INTERNAL_SECRET']),
    links,
    token: (userId) =>
      signToken(keys, {
        subject: userId === null ? 'admin' : String(userId),
        scope: userId === null ? 'admin' : 'client',
        lifetime: 24 * 3600,
      }),
    pid,
    signal: (member, signal) => {
      const [store, name] = homeOf(member);
      store.kill(name, signal);
    },
    restart,
    reviveAll: async () => {
      const dead = members.filter((member) => pid(member) === undefined);
      await Promise.all(dead.map(restart));
      return dead;
    },
    arm: (point) => writeFileSync(fileOf(point), ''),
    isArmed: (point) => existsSync(fileOf(point)),
    disarm: (point) => rmSync(fileOf(point), { force: true }),
    setClock: (member, offsetMs) => writeFileSync(fileOf(`clock.${pid(member) ?? 0}`), String(offsetMs)),
    poison: (requestId) => writeFileSync(fileOf(`fail.${requestId}`), ''),
    mend: (requestId) => rmSync(fileOf(`fail.${requestId}`), { force: true }),
    log: (name) => readFileSync(logFile(dataDir, name), 'utf8'),
    stop,
  };
}

function direct(mongodbUri: string): string {
  return mongodbUri.replace(/replicaSet=[^&]*/, 'directConnection=true');
}

/** Kills, and starts again without the supervisor's growing pauses. */
export async function bounceServer(
  servers: Servers,
  name: ServerName,
  signal: NodeJS.Signals,
): Promise<void> {
  const server = servers.server(name);
  server.kill(signal);
  await server.stop();
  await server.start();
}
