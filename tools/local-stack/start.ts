/** `npm start`: see `npm start -- --help`. */
import { join, resolve } from 'node:path';

import { readCommandLine, runCommand } from '#shared/process/command-line.ts';
import { PlainError } from '#shared/process/plain-error.ts';
import { ownSettings } from '#shared/process/settings/own-settings.ts';
import type { SettingsOf } from '#shared/process/settings/settings.ts';
import { userKindOf } from '#shared/process/provider-tokens.ts';
import { addressesOf, schemeWith } from '#shared/process/addresses.ts';
import { openDataDir, type DataDir } from './data-dir.ts';
import { isFree } from './free-port.ts';
import { createLogReader } from './log-lines.ts';
import { keepLogsBounded } from './log-rotation.ts';
import { migrateStore } from './migrate-store.ts';
import { withProgress } from './progress.ts';
import { seedOnce } from '../seed/seed.ts';
import { ensureServers, type Servers } from './servers.ts';
import { SetUpError } from './set-up-error.ts';
import { startMessage } from './start-message.ts';
import { onStopRequest } from './stop-request.ts';
import { processNames, type ProcessName } from '#deploy/processes.ts';
import { logFile, startStore, type Store } from './store.ts';
import { makeSignInLink, makeToken } from './token.ts';

const say = (line: string) => console.log(line);

/** Functions that stop the started parts, the latest part first. */
const stops: (() => Promise<void>)[] = [];
const state = { stopping: false };

/** Hides the store's log lines while it stops. They are still written to the log files. */
const sayWhileRunning = (line: string) => {
  if (!state.stopping) say(line);
};

const usage = `Usage: npm start -- [options]

The whole store on this machine, until Ctrl-C: installs what is missing, starts the servers and the processes, and seeds it
once with sample records.

  --reset          removes everything kept before, first
  --no-seed        no sample records
  --data-dir PATH  where everything is kept (default .data)`;

const command = {
  name: 'npm start',
  usage,
  reader: 'start',
  options: {
    reset: { type: 'boolean', default: false },
    'no-seed': { type: 'boolean', default: false },
    'data-dir': { type: 'string', default: '.data' },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  const settings = ownSettings('start');
  onStopRequest(stopOnRequest);
  try {
    await start(asked.values, settings);
  } catch (error) {
    if (state.stopping) return;
    await stopAll();
    if (!(error instanceof PlainError)) throw error;
    say(error.message);
    process.exit(1);
  }
});

function stopOnRequest(reason: string): void {
  state.stopping = true;
  say(`\nStopping (${reason}) …`);
  void stopAll().then(() => {
    say('Stopped. The data is kept; npm start goes on with it.');
    process.exit(0);
  });
}

type Settings = SettingsOf<'start'>;

interface Asked {
  reset: boolean;
  'no-seed': boolean;
  'data-dir': string;
}

async function start(asked: Asked, settings: Settings): Promise<void> {
  const dataDir = await openDataDir(resolve(asked['data-dir']));
  await refuseTakenPort(settings);
  if (asked.reset) {
    dataDir.clear();
    say('All earlier data is deleted: starting afresh.');
  }
  keepLogsBounded(dataDir.folder('logs'));
  const servers = await ensureServers({ dataDir, say, onStarting: (stop) => stops.unshift(stop) });
  await migrateStore(servers, settings, { kept: dataDir, say });
  const store = await startStore({
    servers,
    dataDir,
    ports: { gateway: settings.PORT },
    restart: true,
    say: sayWhileRunning,
    onLine: logReaders(dataDir),
  });
  stops.unshift(() => store.stop());
  await withProgress(say, 'Starting the store', store.ready);
  await present({ store, servers, dataDir, settings, seed: !asked['no-seed'] });
}

async function refuseTakenPort({ PORT: port, HOST: host }: Settings): Promise<void> {
  if (await isFree(port, host)) return;
  throw new SetUpError(
    `Port ${port} of ${host} cannot be had: another program has it, or it is no address of this machine. ` +
      `Choose another port: PORT=${port + 1} npm start`,
  );
}

function logReaders(dataDir: DataDir): (name: ProcessName, line: string) => void {
  const readers = new Map(
    processNames.map((name) => [name, createLogReader(name, logFile(dataDir, name), sayWhileRunning)]),
  );
  return (name, line) => readers.get(name)?.(line);
}

interface Running {
  store: Store;
  servers: Servers;
  dataDir: DataDir;
  settings: Settings;
  seed: boolean;
}

async function present({ store, servers, dataDir, settings, seed }: Running): Promise<void> {
  const { url, env } = store;
  const addresses = addressesOf(schemeWith(settings.TLS_CERT_FILE), settings.HOST, settings.PORT);
  const running = { addresses, logs: join(dataDir.path, 'logs'), servers: servers.kind };
  if (settings.AUTH_JWKS_URL !== null) {
    say(startMessage(running, null));
    return;
  }
  const own = { admin: await makeToken(env, 'admin'), client: await makeToken(env, 'client') };
  const { STORE_CURRENCY: currency } = settings;
  const tokens = { adminToken: own.admin, clientToken: own.client, userKind: userKindOf(settings) };
  if (seed) await seedOnce({ url, currency, ...tokens, dataDir, say });
  // Created last, because the link is valid for only five minutes.
  const signInLink = await makeSignInLink(env, settings.PUBLIC_URL ?? addresses[0] ?? url);
  say(startMessage(running, { ...own, signInLink }));
}

async function stopAll(): Promise<void> {
  for (const stop of stops) await stop().catch((error: unknown) => say(String(error)));
}
