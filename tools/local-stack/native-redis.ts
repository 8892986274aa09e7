import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { passwordsOf } from '#deploy/servers/passwords.ts';
import { redisAcl } from '#deploy/servers/redis-acl.ts';
import { redisUrl, type Caller } from '#deploy/servers/server-uris.ts';
import {
  serverGraceMs,
  serverRank,
  serverReadyWithinMs,
  type LocalServer,
  type LocalServersOptions,
} from './local-server.ts';
import { logTail } from './log-tail.ts';
import { answers } from './server-answers.ts';
import { supervise } from './supervised-process.ts';

export async function nativeRedis(
  { dataDir, namespace, say }: LocalServersOptions,
  redisServer: string,
): Promise<LocalServer> {
  const port = await dataDir.port('redis');
  const passwords = passwordsOf('redis', dataDir.secret);
  const uri = (caller: Caller) => redisUrl(`127.0.0.1:${port}`, caller, passwords);
  const logFile = join(dataDir.folder('logs'), 'redis.log');
  // A file keeps the passwords out of the arguments, which every user of the machine can read.
  const configFile = join(dataDir.path, 'redis.conf');
  const config = [
    'bind 127.0.0.1',
    `port ${port}`,
    ...redisAcl(namespace, passwords),
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
    isReady: () => answers.redis(uri('operator')),
    readyWithinMs: serverReadyWithinMs,
    restart: true,
    say,
    explain: () => logTail(logFile),
  });
  return { name: 'redis', uri, process: supervised };
}
