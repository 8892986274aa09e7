/** `npm start`: see `npm start -- --help`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

import { dataDirOption, flag, readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { userKindOf } from '#shared/platform/process/provider-tokens.ts';
import { addressesOf, schemeWith } from '#shared/platform/process/addresses.ts';
import { processPerService } from '#deploy/processes.ts';
import { trySeeding } from '../seed/seed.ts';
import { openDataDir, type DataDir } from './data-dir.ts';
import { isFree } from './free-port.ts';
import { createLogReader, keepLogsBounded } from './logs.ts';
import { withProgress } from './progress.ts';
import { reset } from './reset.ts';
import { startMessage, type OwnAccess } from './start-message.ts';
import { onStopRequest } from './stop-request.ts';
import type { Store } from './store.ts';
import { makeSignInLink, makeToken } from './token.ts';

const say = (line: string) => console.log(line);

/** Functions that stop the started parts, the latest part first. */
const stops: (() => Promise<void>)[] = [];
const state: { stopping: boolean; stopped?: Promise<void> } = { stopping: false };

/** Hides the store's log lines on the terminal while the store stops. The log files still contain them. */
const sayWhileRunning = (line: string) => {
  if (!state.stopping) say(line);
};

const usage = `Usage: npm start -- [options]

Runs the whole store on this machine until Ctrl-C. Installs what is missing, starts the servers and the processes, and creates
sample records at the first start.

  --reset          first deletes all data in the folder
  --no-seed        creates no sample records
  --data-dir PATH  the folder for all data (default .data)`;

const command = {
  name: 'npm start',
  usage,
  reader: 'start',
  options: { reset: flag, 'no-seed': flag, ...dataDirOption },
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
    say('Stopped. The data is kept; npm start continues with it.');
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
  const { HOST: host, PORT: port } = settings;
  const folder = resolve(asked['data-dir']);
  const dataDir = await openDataDir(folder);
  await refuseTakenPort(host, port);
  if (asked.reset) {
    await reset(dataDir, settings);
    say('All earlier data is deleted. Starting with an empty store.');
  }
  keepLogsBounded(dataDir.folder('logs'));
  const consoleBuilt = buildConsole();
  // Imported when needed, so that --help is quick.
  const [{ ensureServers }, { migrateStore }, { logFile, startStore }] = await Promise.all([
    import('./servers.ts'),
    import('./migrate-store.ts'),
    import('./store.ts'),
  ]);
  const servers = await ensureServers({
    dataDir,
    say,
    onStarting: (stop) => stops.unshift(stop),
    onMongodb: (uris) => migrateStore(uris, settings, { kept: dataDir, say }),
  });
  const readers = new Map(
    processPerService.map(({ name }) => [
      name,
      createLogReader(name, logFile(dataDir, name), sayWhileRunning),
    ]),
  );
  const store = await startStore({
    processes: processPerService,
    servers,
    dataDir,
    port,
    restart: true,
    say: sayWhileRunning,
    onLine: (name, line) => readers.get(name)?.(line),
  });
  stops.unshift(() => store.stop());
  await withProgress(say, 'Starting the store', store.ready);
  const addresses = addressesOf(schemeWith(settings.TLS_CERT_FILE), host, port);
  const url = settings.PUBLIC_URL ?? addresses[0] ?? store.url;
  const access =
    settings.AUTH_JWKS_URL === null
      ? await ownAccess(store, url, { dataDir, settings, seeds: !asked['no-seed'], consoleBuilt })
      : null;
  await consoleBuilt;
  const running = {
    addresses,
    dataDir: folder === resolve(dataDirOption['data-dir'].default) ? null : folder,
    logs: join(folder, 'logs'),
    servers: servers.kind,
  };
  sayWhileRunning(startMessage(running, access));
}

async function refuseTakenPort(host: string, port: number): Promise<void> {
  if (await isFree(port, host)) return;
  throw new PlainError(
    `Port ${port} of ${host} cannot be used: another program uses it, or this machine has no such address. ` +
      `Choose another port: PORT=${port + 1} npm start`,
  );
}

/**
 * Builds the console unless it is up to date. A failure is reported and not thrown, because the API works without the console.
 */
async function buildConsole(): Promise<void> {
  const script = join(import.meta.dirname, '../console/build-console.ts');
  const child = spawn(process.execPath, [script, '--if-stale'], { stdio: ['ignore', 'ignore', 'inherit'] });
  stops.push(async () => void child.kill());
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0)
    sayWhileRunning('The console could not be built (its output is above). The API works without it.');
}

/** Makes tokens and a sign-in link for a store that signs its own tokens, and seeds the store with them. */
async function ownAccess(
  { url, env }: Pick<Store, 'url' | 'env'>,
  publicUrl: string,
  {
    dataDir,
    settings,
    seeds,
    consoleBuilt,
  }: { dataDir: DataDir; settings: Settings; seeds: boolean; consoleBuilt: Promise<void> },
): Promise<OwnAccess> {
  const [admin, client] = await Promise.all([makeToken(env, 'admin'), makeToken(env, 'client')]);
  const tokens = { adminToken: admin, clientToken: client, userKind: userKindOf(settings) };
  if (seeds)
    await trySeeding({ url, currency: settings.STORE_CURRENCY, ...tokens, dataDir, say: sayWhileRunning });
  await consoleBuilt;
  // Created last, because the link is valid for only five minutes.
  return { admin, client, signInLink: await makeSignInLink(env, publicUrl) };
}

/**
 * Stops every part, including one that `start` adds meanwhile. If this is called again, the call waits until the running stop
 * is finished.
 */
function stopAll(): Promise<void> {
  return (state.stopped ??= stopParts());
}

async function stopParts(): Promise<void> {
  for (let stop = stops.shift(); stop !== undefined; stop = stops.shift())
    await stop().catch((error: unknown) => say(String(error)));
}
