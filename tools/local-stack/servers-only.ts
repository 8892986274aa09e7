/** `npm run servers`: see `npm run servers -- --help`. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { dataDirOption, flag, readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { openDataDir } from './data-dir.ts';
import { keepLogsBounded } from './logs.ts';
import { reset } from './reset.ts';
import { onStopRequest } from './stop-request.ts';

const usage = `Usage: npm run servers -- [options]

Runs only MongoDB, Redis and RabbitMQ, until Ctrl-C. Prints their URIs, and writes them to the folder's file servers.env.

  --data-dir PATH  the folder for their data (default .data)
  --reset          first deletes all data in the folder`;

const command = {
  name: 'npm run servers',
  usage,
  reader: 'servers',
  options: { ...dataDirOption, reset: flag },
} as const;

const say = (line: string) => console.error(line);
const state = { stopping: false, stop: () => Promise.resolve() };

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  // Reports wrong settings before it creates the folder.
  const settings = ownSettings('servers');
  onStopRequest(() => {
    state.stopping = true;
    say('Stopping the servers …');
    void state.stop().then(() => process.exit(0));
  });
  try {
    await run(asked.values, settings);
  } catch (error) {
    if (!state.stopping) throw error;
  }
});

async function run(
  values: { 'data-dir': string; reset: boolean },
  settings: SettingsOf<'servers'>,
): Promise<void> {
  const dataDir = await openDataDir(resolve(values['data-dir']));
  if (values.reset) await reset(dataDir, settings);
  keepLogsBounded(dataDir.folder('logs'));
  // Imported when needed, so that --help is quick.
  const { ensureServers } = await import('./servers.ts');
  const servers = await ensureServers({ dataDir, say, onStarting: (stop) => (state.stop = stop) });
  const { mongodbUri, redisUrl, rabbitmqUrl } = servers;
  const uris = `MONGODB_URI=${mongodbUri}\nREDIS_URL=${redisUrl}\nRABBITMQ_URL=${rabbitmqUrl}`;
  writeFileSync(join(dataDir.path, 'servers.env'), `${uris}\n`, { mode: 0o600 });
  console.log(uris);
  say(`Running (${servers.kind}); also in ${join(values['data-dir'], 'servers.env')}. Ctrl-C stops them.`);
  setInterval(() => undefined, 60_000);
}
