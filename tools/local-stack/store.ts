import { join } from 'node:path';

import { givenSetting } from '#shared/platform/settings/own-settings.ts';
import { internalSecrets, internalVariables } from '#deploy/internal-secrets.ts';
import { nodeArguments, processNames, type ProcessName, type StoreProcess } from '#deploy/processes.ts';
import type { DataDir } from './data-dir.ts';
import { addressesOf, schemeWith, type HttpScheme } from '#shared/platform/process/addresses.ts';
import { freePort } from './free-port.ts';
import { serverRank } from './local-server.ts';
import { appendLog } from './logs.ts';
import { commonEnvironment, ownEnvironment, type ServerUris } from './process-environment.ts';
import type { Say } from './progress.ts';
import { supervise, type SupervisedProcess } from './supervised-process.ts';

const root = join(import.meta.dirname, '../..');

export interface StoreOptions<Name extends string> {
  processes: readonly StoreProcess<Name>[];
  servers: ServerUris;
  dataDir: DataDir;
  /** Additional environment variables for every process. */
  env?: NodeJS.ProcessEnv;
  /** The port of the gateway. If absent, the gateway gets a free port like all other processes. */
  port?: number;
  restart: boolean;
  say: Say;
  /** Called with every line of output from a process. */
  onLine?: (name: Name, line: string) => void;
}

/** A running store. `Name`: the names of its processes. */
export interface Store<Name extends string = ProcessName> {
  url: string;
  /** The URL of each role. Roles that share a process have separate ports. */
  urls: Record<ProcessName, string>;
  /** The URL of the gateway's metrics. The public port does not serve them. */
  internalUrl: string;
  /** The environment that all processes share, such as AUTH_KEYS_DIR. */
  env: Readonly<Record<string, string>>;
  /** All internal secrets, keyed by variable. Each process receives only its own secrets. */
  secrets: Readonly<Record<string, string>>;
  processes(): { name: Name; pid: number | undefined }[];
  /** Resolves when every process is ready. Rejects with a PlainError if a process fails. */
  ready: Promise<void>;
  kill(name: Name, signal: NodeJS.Signals): void;
  /** Starts a process unless it already runs, and waits until it is ready. */
  start(name: Name): Promise<void>;
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';
const readyWithinMs = 60_000;
const graceMs = 10_000;

/** Runs the store's processes with these servers. If it throws, no process was started. */
export async function startStore<Name extends string>(options: StoreOptions<Name>): Promise<Store<Name>> {
  // If there is a certificate, all processes use it. It is valid for 127.0.0.1.
  const certificate = options.env?.['TLS_CERT_FILE'] ?? givenSetting('TLS_CERT_FILE') ?? null;
  const addresses = await chooseAddresses(schemeWith(certificate), options.port);
  const { internalPort, urls } = addresses;
  const env = commonEnvironment(options.dataDir, urls, options.env);
  const supervised = new Map<string, SupervisedProcess>(
    options.processes.map((process) => [process.name, superviseProcess(process, options, addresses, env)]),
  );
  const named = (name: Name): SupervisedProcess => {
    const process = supervised.get(name);
    if (process === undefined) throw new Error(`${name} is not among the started processes`);
    return process;
  };
  const ready = Promise.all([...supervised.values()].map((process) => process.start())).then(() => undefined);
  // Without this handler, the rejection would crash a caller that stops before it awaits `ready`.
  ready.catch(() => undefined);
  return {
    url: urls.gateway,
    urls,
    internalUrl: `${schemeWith(certificate)}://${loopback}:${internalPort}`,
    env,
    secrets: internalVariables(internalSecrets, options.dataDir, Date.now()),
    processes: () => options.processes.map(({ name }) => ({ name, pid: named(name).pid })),
    ready,
    kill: (name, signal) => named(name).kill(signal),
    start: (name) => named(name).start(),
    async stop() {
      await supervised.get('gateway')?.stop();
      await Promise.all([...supervised.values()].map((process) => process.stop()));
    },
  };
}

interface Addresses {
  ports: Record<ProcessName, number>;
  /** The port on which the gateway serves its metrics. */
  internalPort: number;
  urls: Record<ProcessName, string>;
}

async function chooseAddresses(scheme: HttpScheme, gatewayPort?: number): Promise<Addresses> {
  const ports = {} as Record<ProcessName, number>;
  const urls = {} as Record<ProcessName, string>;
  for (const name of processNames) {
    ports[name] = (name === 'gateway' ? gatewayPort : undefined) ?? (await freePort());
    urls[name] = addressesOf(scheme, hostOf(name), ports[name])[0] ?? '';
  }
  return { ports, urls, internalPort: await freePort() };
}

function hostOf(name: string): string {
  return name === 'gateway' ? (givenSetting('HOST') ?? loopback) : loopback;
}

function superviseProcess<Name extends string>(
  { name, roles, entryPoint, nodeArguments: own = [] }: StoreProcess<Name>,
  options: StoreOptions<Name>,
  { ports, internalPort, urls }: Addresses,
  env: Record<string, string>,
): SupervisedProcess {
  const { dataDir, servers, restart, say, onLine } = options;
  const [first, second] = roles;
  const address = {
    HOST: hostOf(name),
    PORT: String(first && ports[first]),
    ...(second && { WORKER_PORT: String(ports[second]) }),
    ...(name === 'gateway' && { INTERNAL_PORT: String(internalPort) }),
  };
  return supervise({
    runFolder: dataDir.folder('run'),
    process: {
      name,
      command: process.execPath,
      args: [...nodeArguments, ...own, entryPoint],
      cwd: root,
      env: { ...ownEnvironment(roles, servers, dataDir), ...env, ...address },
      output: logWriter(logFile(dataDir, name), (line) => onLine?.(name, line)),
      // The gateway stops first, while the other processes can still handle the requests that it accepted.
      rank: name === 'gateway' ? serverRank + 2 : serverRank + 1,
      graceMs,
    },
    isReady: async () => (await Promise.all(roles.map((role) => answersReady(urls[role])))).every(Boolean),
    readyWithinMs,
    restart,
    say,
    logFile: logFile(dataDir, name),
  });
}

export function logFile(dataDir: DataDir, name: string): string {
  return join(dataDir.folder('logs'), `${name}.log`);
}

/** Appends the output to a file, and passes each line to `onLine`. */
function logWriter(file: string, onLine: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    appendLog(file, text);
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
