import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { passwordsOf } from '#deploy/servers/passwords.ts';
import { mongodbUri, replicaSetName, type Caller } from '#deploy/servers/server-uris.ts';
import {
  serverGraceMs,
  serverRank,
  serverReadyWithinMs,
  type LocalServer,
  type LocalServersOptions,
} from './local-server.ts';
import { logTail } from './log-tail.ts';
import { ensurePrimary, mongodParameters, withoutCompression } from './replica-set.ts';
import { supervise } from './supervised-process.ts';

export async function nativeMongodb(
  { dataDir, namespace, say }: LocalServersOptions,
  mongod: string,
): Promise<LocalServer> {
  const port = await dataDir.port('mongodb');
  const passwords = passwordsOf('mongodb', dataDir.secret);
  const logFile = join(dataDir.folder('logs'), 'mongodb.log');
  const keyFile = join(dataDir.path, 'mongodb.key');
  writeFileSync(keyFile, dataDir.secret('mongodb-key'), { mode: 0o600 });
  const args = [
    ['--bind_ip', '127.0.0.1', '--port', String(port), '--nounixsocket'],
    ['--dbpath', dataDir.folder('mongodb'), '--wiredTigerCacheSizeGB', '1', '--oplogSize', '1024'],
    ['--replSet', replicaSetName, '--keyFile', keyFile],
    [...mongodParameters, withoutCompression].flatMap((parameter) => parameter.split(' ')),
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
    isReady: () => ensurePrimary({ port, passwords, namespace }),
    readyWithinMs: serverReadyWithinMs,
    restart: true,
    say,
    explain: () => logTail(logFile),
  });
  const uri = (caller: Caller) => mongodbUri(`127.0.0.1:${port}`, caller, passwords);
  return { name: 'mongodb', uri, process: supervised };
}
