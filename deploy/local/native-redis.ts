import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { DataDir } from './data-dir.ts';
import { serverGraceMs, serverRank, serverReadyWithinMs } from './local-server.ts';
import type { LocalServer } from './local-server.ts';
import { logTail } from './log-tail.ts';
import type { Say } from './progress.ts';
import { answers } from './server-answers.ts';
import { supervise } from './supervised-process.ts';

export async function nativeRedis(dataDir: DataDir, redisServer: string, say: Say): Promise<LocalServer> {
  const port = await dataDir.port('redis');
  const password = dataDir.secret('redis-password');
  const uri = `redis://:${password}@127.0.0.1:${port}`;
  const logFile = join(dataDir.folder('logs'), 'redis.log');
  // In a file and not among the arguments, where every user of the machine could read the password.
  const configFile = join(dataDir.path, 'redis.conf');
  const config = [
    'bind 127.0.0.1',
    `port ${port}`,
    `requirepass ${password}`,
    `dir ${JSON.stringify(dataDir.folder('redis'))}`,
    'appendonly yes',
    'maxmemory-policy noeviction',
    'save ""',
  ];
  writeFileSync(configFile, `${config.join('\n')}\n`, { mode: 0o600 });
  const supervised = supervise({
    runFolder: dataDir.folder('run'),
    process: {
      name: 'redis',
      command: redisServer,
      args: [configFile],
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
      output: logFile,
      rank: serverRank,
      graceMs: serverGraceMs,
    },
    isReady: () => answers.redis(uri),
    readyWithinMs: serverReadyWithinMs,
    restart: true,
    say,
    explain: () => logTail(logFile),
  });
  return { name: 'redis', uri, process: supervised };
}
