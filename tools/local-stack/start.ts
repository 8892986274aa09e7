/** `npm start [-- --reset] [--no-seed]`: the whole store on this machine, until Ctrl-C. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { openDataDir } from './data-dir.ts';
import type { DataDir } from './data-dir.ts';
import { isFree } from './free-port.ts';
import { createLogReader } from './log-lines.ts';
import { keepLogsBounded } from './log-rotation.ts';
import { migrateStore } from './migrate-store.ts';
import { withProgress } from './progress.ts';
import { seedOnce } from '../seed/seed.ts';
import { ensureServers } from './servers.ts';
import type { Servers } from './servers.ts';
import { SetUpError } from './set-up-error.ts';
import { startMessage } from './start-message.ts';
import { onStopRequest } from './stop-request.ts';
import { processNames } from '#deploy/processes.ts';
import { logFile, startStore } from './store.ts';
import type { ProcessName } from '#deploy/processes.ts';
import type { Store } from './store.ts';
import { makeToken } from './token.ts';

const say = (line: string) => console.log(line);

/** How to stop what has been started, the latest first. */
const stops: (() => Promise<void>)[] = [];
const state = { stopping: false };

/** As it stops, the terminal shows that alone: the logs have the rest. */
const sayWhileRunning = (line: string) => {
  if (!state.stopping) say(line);
};

onStopRequest((reason) => {
  state.stopping = true;
  say(`\nStopping (${reason}) …`);
  void stopAll().then(() => {
    say('Stopped. The data is kept; npm start goes on with it.');
    process.exit(0);
  });
});

try {
  await main();
} catch (error) {
  if (!state.stopping) {
    say(error instanceof SetUpError ? error.message : ((error as Error).stack ?? String(error)));
    await stopAll();
    process.exit(1);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      reset: { type: 'boolean', default: false },
      'no-seed': { type: 'boolean', default: false },
      'data-dir': { type: 'string', default: '.data' },
    },
  });
  const dataDir = await openDataDir(resolve(values['data-dir']));
  const port = await publicPort();
  if (values.reset) {
    dataDir.clear();
    say('Everything kept before is gone: starting afresh.');
  }
  keepLogsBounded(dataDir.folder('logs'));
  const servers = await ensureServers({ dataDir, say, onStarting: (stop) => stops.unshift(stop) });
  await migrateStore(servers, say);
  const store = await startStore({
    servers,
    dataDir,
    ports: { gateway: port },
    restart: true,
    say: sayWhileRunning,
    onLine: logReaders(dataDir),
  });
  stops.unshift(() => store.stop());
  await withProgress(say, 'Starting the store', store.ready);
  await present(store, servers, dataDir, !values['no-seed']);
}

async function publicPort(): Promise<number> {
  const port = Number(process.env['PORT'] ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SetUpError(`PORT is "${process.env['PORT'] ?? ''}": it must be a number from 1 to 65535.`);
  }
  if (await isFree(port)) return port;
  throw new SetUpError(
    `Port ${port} is taken by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`,
  );
}

function logReaders(dataDir: DataDir): (name: ProcessName, line: string) => void {
  const readers = new Map(
    processNames.map((name) => [name, createLogReader(name, logFile(dataDir, name), sayWhileRunning)]),
  );
  return (name, line) => readers.get(name)?.(line);
}

async function present(store: Store, servers: Servers, dataDir: DataDir, seed: boolean): Promise<void> {
  const { url, env } = store;
  const running = { url, logs: join(dataDir.path, 'logs'), servers: servers.kind };
  if (process.env['AUTH_JWKS_URL'] !== undefined) {
    say(startMessage(running, null));
    return;
  }
  const tokens = { admin: await makeToken(env, 'admin'), client: await makeToken(env, 'client') };
  if (seed) await seedOnce({ url, adminToken: tokens.admin, clientToken: tokens.client, dataDir, say });
  say(startMessage(running, tokens));
}

async function stopAll(): Promise<void> {
  for (const stop of stops) await stop().catch((error: unknown) => say(String(error)));
}
