import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

import { nodeArguments, processes, processNames, serverVariables } from '#deploy/processes.ts';
import type { ProcessName, ServerName } from '#deploy/processes.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import type { DataDir } from './data-dir.ts';
import { freePort, isFree } from './free-port.ts';
import { serverRank } from './local-server.ts';
import { logTail } from './log-tail.ts';
import type { Say } from './progress.ts';
import type { ProcessOrder } from './recorded-process.ts';
import { SetUpError } from './set-up-error.ts';
import { supervise } from './supervised-process.ts';
import type { SupervisedProcess } from './supervised-process.ts';

const root = join(import.meta.dirname, '../..');

export interface ServerUris {
  mongodbUri: string;
  redisUrl: string;
  rabbitmqUrl: string;
  /** A server as the user of a process reaches it; absent: all reach it in the same way. */
  uriOf?: (server: ServerName, user: ServerUser) => string;
}

export interface StoreOrder {
  servers: ServerUris;
  dataDir: DataDir;
  /** Added to the environment of every process. */
  env?: NodeJS.ProcessEnv;
  /** Ports that matter; the others are free ones. */
  ports?: Partial<Record<ProcessName, number>>;
  /** Only these; all five when absent. */
  only?: ProcessName[];
  /** Start again what dies. */
  restart: boolean;
  say: Say;
  /** Every line that a process writes. */
  onLine?: (name: ProcessName, line: string) => void;
}

export interface Store {
  /** The gateway's. */
  url: string;
  urls: Record<ProcessName, string>;
  /** Metrics of the gateway, whose own port is public. */
  internalUrl: string;
  /** What the running processes have, such as AUTH_KEYS_DIR. */
  env: Readonly<Record<string, string>>;
  processes(): { name: ProcessName; pid: number | undefined; port: number }[];
  /** Resolves when every process is ready; rejects with a SetUpError when one can't be. */
  ready: Promise<void>;
  kill(name: ProcessName, signal: NodeJS.Signals): void;
  /** Starts a process that is not running, and waits until it is ready. */
  start(name: ProcessName): Promise<void>;
  stop(): Promise<void>;
}

const readyWithinMs = 60_000;
const graceMs = 10_000;

/** Runs the store's processes against these servers. Where it throws, nothing was started. */
export async function startStore(order: StoreOrder): Promise<Store> {
  const { dataDir, servers } = order;
  const names = order.only ?? processNames;
  const ports = await choosePorts(order.ports ?? {});
  const internalPort = await freePort();
  const urlOf = (name: ProcessName) => `http://127.0.0.1:${ports[name]}`;
  const shared = {
    STORE_NAMESPACE: process.env['STORE_NAMESPACE'] ?? 'store',
    CATALOG_URL: urlOf('catalog-api'),
    ORDERS_URL: urlOf('orders-api'),
    INTERNAL_SECRET: dataDir.secret('internal-secret'),
    AUTH_KEYS_DIR: dataDir.folder('keys'),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'info',
    NODE_ENV: 'production',
    // What is compiled once is not compiled again, nor is the compiler of types loaded: 20 MiB and half the time.
    NODE_COMPILE_CACHE: dataDir.folder('compile-cache'),
    ...order.env,
  };

  function processOrder(name: ProcessName): ProcessOrder {
    const own = {
      HOST: name === 'gateway' ? (process.env['HOST'] ?? '127.0.0.1') : '127.0.0.1',
      PORT: String(ports[name]),
      ...(name === 'gateway' && { INTERNAL_PORT: String(internalPort) }),
    };
    return {
      name,
      command: process.execPath,
      args: [...nodeArguments, processes[name].entryPoint],
      cwd: root,
      env: { ...withoutServers(process.env), ...serversOf(name, servers), ...shared, ...own },
      output: logWriter(logFile(dataDir, name), (line) => order.onLine?.(name, line)),
      // The gateway goes first: what it has accepted still finds the others to answer it.
      rank: name === 'gateway' ? serverRank + 2 : serverRank + 1,
      graceMs,
    };
  }

  const supervised = new Map<ProcessName, SupervisedProcess>();
  for (const name of names) {
    const process = supervise({
      runFolder: dataDir.folder('run'),
      process: processOrder(name),
      isReady: () => answersReady(urlOf(name)),
      readyWithinMs,
      restart: order.restart,
      say: order.say,
      explain: () => logTail(logFile(dataDir, name)),
    });
    supervised.set(name, process);
  }
  const named = (name: ProcessName): SupervisedProcess => {
    const process = supervised.get(name);
    if (process === undefined) throw new Error(`${name} is not among the processes that were asked for`);
    return process;
  };
  const ready = Promise.all([...supervised.values()].map((process) => process.start())).then(() => undefined);
  // A caller that stops before it waits must not be ended by the rejection.
  ready.catch(() => undefined);
  return {
    url: urlOf('gateway'),
    urls: Object.fromEntries(processNames.map((name) => [name, urlOf(name)])) as Record<ProcessName, string>,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    env: shared,
    processes: () => names.map((name) => ({ name, pid: named(name).pid, port: ports[name] })),
    ready,
    kill: (name, signal) => named(name).kill(signal),
    start: (name) => named(name).start(),
    async stop() {
      await supervised.get('gateway')?.stop();
      await Promise.all([...supervised.values()].map((process) => process.stop()));
    },
  };
}

/** No process is told of a server that it has no business with, nor of another's user. */
function withoutServers(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const variables = new Set(Object.values(serverVariables));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !variables.has(name)));
}

function serversOf(name: ProcessName, servers: ServerUris): NodeJS.ProcessEnv {
  const { user, servers: reached } = processes[name];
  const { mongodbUri: mongodb, redisUrl: redis, rabbitmqUrl: rabbitmq } = servers;
  const common: Record<ServerName, string> = { mongodb, redis, rabbitmq };
  return Object.fromEntries(
    reached.map((server) => [serverVariables[server], servers.uriOf?.(server, user) ?? common[server]]),
  );
}

export function logFile(dataDir: DataDir, name: ProcessName): string {
  return join(dataDir.folder('logs'), `${name}.log`);
}

async function choosePorts(
  wanted: Partial<Record<ProcessName, number>>,
): Promise<Record<ProcessName, number>> {
  const ports = {} as Record<ProcessName, number>;
  for (const name of processNames) {
    const port = wanted[name];
    if (port !== undefined && !(await isFree(port))) {
      throw new SetUpError(
        `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
      );
    }
    ports[name] = port ?? (await freePort());
  }
  return ports;
}

/** Keeps the raw lines in a file, and hands each on. */
function logWriter(file: string, onLine: (line: string) => void): (text: string) => void {
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  let rest = '';
  return (text) => {
    stream.write(text);
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(onLine);
  };
}

async function answersReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  return response.ok;
}
