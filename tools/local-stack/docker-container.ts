import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ServerName } from '#deploy/processes.ts';
import { containerName, images } from './docker-engine.ts';
import {
  serverGraceMs,
  serverRank,
  serverReadyWithinMs,
  type LocalServer,
  type LocalServersOptions,
} from './local-server.ts';
import { logTail } from './log-tail.ts';
import { withoutSecrets } from './process-environment.ts';
import { supervise } from './supervised-process.ts';

export interface Container {
  name: ServerName;
  publish: string;
  volume: string;
  environment: Record<string, string>;
  /** A shell script to run instead of the image's own command. */
  script?: string;
}

/** Creates a server that runs in this container when it is started. */
export function containerServer(
  { dataDir, say }: LocalServersOptions,
  { name, publish, volume, environment, script }: Container,
  uri: LocalServer['uri'],
  isReady: () => Promise<boolean>,
): LocalServer {
  const container = containerName(dataDir, name);
  const logFile = join(dataDir.folder('logs'), `${name}.log`);
  // A file keeps the passwords out of the arguments, which every user of the machine can read.
  const environmentFile = join(dataDir.path, `${name}.env`);
  const lines = Object.entries(environment).map(([variable, value]) => `${variable}=${value}\n`);
  writeFileSync(environmentFile, lines.join(''), { mode: 0o600 });
  const supervised = supervise({
    runFolder: dataDir.folder('run'),
    process: {
      name,
      command: 'docker',
      args: [
        ['run', '--rm', '--name', container, '--hostname', container, '--label', 'storefront=local'],
        ['--publish', publish, '--volume', `${container}:${volume}`, '--env-file', environmentFile],
        ['--stop-timeout', String(serverGraceMs / 1000)],
        script === undefined ? [images[name]] : ['--entrypoint', 'sh', images[name], '-c', script],
      ].flat(),
      env: withoutSecrets(process.env, 'servers'),
      output: logFile,
      rank: serverRank,
      graceMs: serverGraceMs,
      // The docker client forwards SIGTERM. If the client is killed, however, the container keeps running.
      cleanUp: ['docker', 'rm', '--force', container],
    },
    isReady,
    readyWithinMs: serverReadyWithinMs,
    restart: true,
    sendSignal: (signal) => spawnSync('docker', ['kill', '--signal', signal, container], { stdio: 'ignore' }),
    say,
    explain: () => logTail(logFile),
  });
  return { name, uri, process: supervised };
}
