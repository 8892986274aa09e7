/** `npm run servers [-- --data-dir <folder>] [--reset]`: the three servers and nothing else, until Ctrl-C. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { openDataDir } from './data-dir.ts';
import { keepLogsBounded } from './log-rotation.ts';
import { ensureServers } from './servers.ts';
import { SetUpError } from './set-up-error.ts';
import { onStopRequest } from './stop-request.ts';

const say = (line: string) => console.error(line);

const { values } = parseArgs({
  options: { 'data-dir': { type: 'string', default: '.data' }, reset: { type: 'boolean', default: false } },
});

const state = { stopping: false, stop: () => Promise.resolve() };

onStopRequest(() => {
  state.stopping = true;
  say('Stopping the servers …');
  void state.stop().then(() => process.exit(0));
});

try {
  const dataDir = await openDataDir(resolve(values['data-dir']));
  if (values.reset) dataDir.clear();
  keepLogsBounded(dataDir.folder('logs'));
  const servers = await ensureServers({ dataDir, say, onStarting: (stop) => (state.stop = stop) });
  const uris = [
    `MONGODB_URI=${servers.mongodbUri}`,
    `REDIS_URL=${servers.redisUrl}`,
    `RABBITMQ_URL=${servers.rabbitmqUrl}`,
  ];
  writeFileSync(join(dataDir.path, 'servers.env'), `${uris.join('\n')}\n`, { mode: 0o600 });
  console.log(uris.join('\n'));
  say(`Running (${servers.kind}); also in ${join(values['data-dir'], 'servers.env')}. Ctrl-C stops them.`);
  setInterval(() => undefined, 60_000);
} catch (error) {
  if (!state.stopping) {
    say(error instanceof SetUpError ? error.message : ((error as Error).stack ?? String(error)));
    process.exitCode = 1;
  }
}
