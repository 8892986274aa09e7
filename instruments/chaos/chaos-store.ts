import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { processNames, processPerRole, type ProcessName, type ServerName } from '#deploy/processes.ts';
import type { DataDir } from '#tools/local-stack/data-dir.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { logFile, startStore, type Store } from '#tools/local-stack/store.ts';
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import type { IdKeys } from '#shared/platform/process/internal-secrets.ts';
import type { KillPoint } from '#shared/platform/process/kill-point.ts';
import { eventually } from '#tests/support/eventually.ts';
import { removeDataDir, startOwnServers, temporaryDataDir } from '#tests/support/servers.ts';
import { openLinks, throughLinks, type LinkName } from './chaos-links.ts';
import { consumerTimeoutMs, shortenConsumerTimeout } from './broker-control.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import type { TcpProxy } from '#tests/support/tcp-proxy.ts';

/**
 * One of the store's processes, or the second orders worker. The second worker takes over when the first one
 * is down.
 */
export type Member = ProcessName | 'orders-spare';
const members: readonly Member[] = [...processNames, 'orders-spare'];

export interface ChaosStore {
  url: string;
  namespace: string;
  /** Direct addresses, without the proxies. */
  servers: Servers;
  idKeys: IdKeys;
  links: Record<LinkName, TcpProxy>;
  /** The separate file system of the database, if this machine can mount one. */
  databaseDisk: SmallDisk | { missing: string };
  token: (userId: number | null) => Promise<string>;
  pid: (member: Member) => number | undefined;
  signal: (member: Member, signal: NodeJS.Signals) => void;
  /** Waits until the process has ended, then restarts it. */
  restart: (member: Member) => Promise<void>;
  isAnyAway: () => boolean;
  /** Starts every process that has died. */
  reviveAll: () => Promise<void>;
  /** Kills the next process that reaches this kill point. */
  arm: (point: KillPoint) => void;
  isArmed: (point: KillPoint) => boolean;
  disarm: (point: KillPoint) => void;
  /** Shifts the wall clock of a process by this many ms, until the process ends. */
  setClock: (member: Member, offsetMs: number) => void;
  /** Makes every command with this request id throw an error, until the id is cleared again. */
  poison: (requestId: string) => void;
  repair: (requestId: string) => void;
  log: (name: ProcessName) => string;
  stop: () => Promise<void>;
}

const namespace = 'chaos';

/** Starts servers and a store that is prepared for faults and connects to the servers through proxies. */
export async function startChaosStore({
  isLong,
  env: given = {},
}: {
  isLong: boolean;
  /** Additional settings for every process. */
  env?: NodeJS.ProcessEnv;
}): Promise<ChaosStore> {
  const dataDir = await temporaryDataDir();
  if (isLong) shortenConsumerTimeout(dataDir);
  const databaseDisk = isLong ? mountSmallDisk(dataDir, 'mongodb') : { missing: 'not in a short run' };
  const servers = await startOwnServers(dataDir, namespace);
  const folder = join(dataDir.path, 'chaos');
  mkdirSync(folder, { recursive: true });
  const links = await openLinks(servers);
  const more = isLong ? { HAND_BACK_SECONDS: String(consumerTimeoutMs / 2000) } : {};
  const groups = await startGroups(dataDir, servers, links, { CHAOS_FOLDER: folder, ...more, ...given });
  const stop = async (): Promise<void> => {
    await groups.front.stop();
    await Promise.all([groups.workers.stop(), groups.spare.stop()]);
    await Promise.all(Object.values(links).map((link) => link.close()));
    await servers.stop();
    if ('unmount' in databaseDisk) databaseDisk.unmount();
    removeDataDir(dataDir);
  };
  try {
    await Promise.all([groups.front.ready, groups.workers.ready, groups.spare.ready]);
  } catch (error) {
    await stop();
    throw error;
  }
  const { env, secrets, url } = groups.front;
  const keys = await loadSigningKeys(String(env['AUTH_KEYS_DIR']));
  const control = processControl(groups);
  return {
    url,
    namespace,
    servers,
    links,
    databaseDisk,
    stop,
    ...control,
    ...sabotage(folder, control.pid),
    idKeys: idKeysOf(secrets),
    token: (userId) =>
      signToken(keys, {
        subject: userId === null ? 'admin' : String(userId),
        scope: userId === null ? 'admin' : 'client',
        lifetime: 24 * 3600,
      }),
    log: (name) => readFileSync(logFile(dataDir, name), 'utf8'),
  };
}

function idKeysOf(secrets: Readonly<Record<string, string>>): IdKeys {
  const { COMMAND_ID_KEY = '', OPERATION_ID_KEY = '' } = secrets;
  return { commands: COMMAND_ID_KEY, operations: { signs: OPERATION_ID_KEY, accepted: [] } };
}

const isWorker = (name: ProcessName) => name.endsWith('-worker');

/** Each group of processes shares its proxied connections. The spare worker connects directly. */
type Groups = Record<'front' | 'workers' | 'spare', Store>;

async function startGroups(
  dataDir: DataDir,
  servers: Servers,
  links: Record<LinkName, TcpProxy>,
  more: NodeJS.ProcessEnv,
): Promise<Groups> {
  const env = {
    STORE_NAMESPACE: namespace,
    CHAOS: '1',
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'jumping-clock.ts')}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
    CHECKOUT_RATE_LIMIT_PER_MINUTE: '1000000',
    UNFINISHED_OPERATIONS_PER_CALLER: '1000000',
    WEBHOOK_ALLOW_HOSTS: 'localhost',
    ...more,
  };
  const common = { dataDir, restart: false, say: () => undefined };
  const front = await startStore({
    ...common,
    env,
    servers: throughLinks('front', servers, links),
    processes: processPerRole.filter(({ name }) => !isWorker(name)),
  });
  const { 'catalog-api': catalog, 'orders-api': orders, 'webhooks-api': webhooks } = front.urls;
  const behind = { ...env, CATALOG_URL: catalog, ORDERS_URL: orders, WEBHOOKS_URL: webhooks };
  const workers = await startStore({
    ...common,
    env: behind,
    servers: throughLinks('worker', servers, links),
    processes: processPerRole.filter(({ name }) => isWorker(name)),
  });
  const spare = await startStore({
    ...common,
    env: behind,
    servers,
    processes: processPerRole.filter(({ name }) => name === 'orders-worker'),
  });
  return { front, workers, spare };
}

function processControl({
  front,
  workers,
  spare,
}: Groups): Pick<ChaosStore, 'pid' | 'signal' | 'restart' | 'isAnyAway' | 'reviveAll'> {
  const homeOf = (member: Member): [Store, ProcessName] => {
    if (member === 'orders-spare') return [spare, 'orders-worker'];
    return [isWorker(member) ? workers : front, member];
  };
  const pid = (member: Member) => {
    const [store, name] = homeOf(member);
    return store.processes().find((process) => process.name === name)?.pid;
  };
  const dead = () => members.filter((member) => pid(member) === undefined);
  const restart = async (member: Member): Promise<void> => {
    await eventually(`${member} to be away`, () => pid(member) === undefined);
    const [store, name] = homeOf(member);
    await store.start(name);
  };
  return {
    pid,
    signal: (member, signal) => {
      const [store, name] = homeOf(member);
      store.kill(name, signal);
    },
    restart,
    isAnyAway: () => dead().length > 0,
    reviveAll: async () => {
      await Promise.all(dead().map(restart));
    },
  };
}

/** Controls the processes through files that each process polls. */
function sabotage(
  folder: string,
  pid: ChaosStore['pid'],
): Pick<ChaosStore, 'arm' | 'isArmed' | 'disarm' | 'setClock' | 'poison' | 'repair'> {
  const fileOf = (name: string) => join(folder, name);
  return {
    arm: (point) => writeFileSync(fileOf(point), ''),
    isArmed: (point) => existsSync(fileOf(point)),
    disarm: (point) => rmSync(fileOf(point), { force: true }),
    setClock: (member, offsetMs) => writeFileSync(fileOf(`clock.${pid(member) ?? 0}`), String(offsetMs)),
    poison: (requestId) => writeFileSync(fileOf(`fail.${requestId}`), ''),
    repair: (requestId) => rmSync(fileOf(`fail.${requestId}`), { force: true }),
  };
}

/** Stops a server with this signal, and restarts it without the increasing pauses of the supervisor. */
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
