import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { DataDir } from './data-dir.ts';
import { serverGraceMs, serverRank, serverReadyWithinMs } from './local-server.ts';
import type { LocalServer } from './local-server.ts';
import { logTail } from './log-tail.ts';
import type { Say } from './progress.ts';
import { ensurePrimary, mongodbUri, mongodParameters, replicaSetName } from './replica-set.ts';
import { supervise } from './supervised-process.ts';

export async function nativeMongodb(dataDir: DataDir, mongod: string, say: Say): Promise<LocalServer> {
  const port = await dataDir.port('mongodb');
  const password = dataDir.secret('mongodb-password');
  const logFile = join(dataDir.folder('logs'), 'mongodb.log');
  const keyFile = join(dataDir.path, 'mongodb.key');
  writeFileSync(keyFile, dataDir.secret('mongodb-key'), { mode: 0o600 });
  const args = [
    ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'],
    ['--dbpath', dataDir.folder('mongodb'), '--wiredTigerCacheSizeGB', '1', '--oplogSize', '1024'],
    ['--replSet', replicaSetName, '--keyFile', keyFile],
    mongodParameters.flatMap((parameter) => parameter.split(' ')),
  ].flat();
  const supervised = supervise({
    runFolder: dataDir.folder('run'),
    process: {
      name: 'mongodb',
      command: mongod,
      args,
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8' },
      output: logFile,
      rank: serverRank,
      graceMs: serverGraceMs,
    },
    isReady: () => ensurePrimary({ port, password }),
    readyWithinMs: serverReadyWithinMs,
    restart: true,
    say,
    explain: () => logTail(logFile),
  });
  return { name: 'mongodb', uri: mongodbUri({ port, password }), process: supervised };
}
