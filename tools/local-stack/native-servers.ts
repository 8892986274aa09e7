import type { ServerName } from '#deploy/processes.ts';
import type { DataDir } from './data-dir.ts';
import { titled, type LocalServer, type LocalServersOptions } from './local-server.ts';
import { ensureMongod } from './mongod-binary.ts';
import { nativeMongodb } from './native-mongodb.ts';
import { nativeRabbitmq } from './native-rabbitmq.ts';
import { nativeRedis } from './native-redis.ts';
import type { Say } from './progress.ts';
import { SetUpError } from './set-up-error.ts';
import { findProgram, installPackages } from './system-programs.ts';

/** Runs the servers as local processes on loopback. Their data is in the data folder. */
export async function nativeServers(
  options: LocalServersOptions,
  names: ServerName[],
): Promise<LocalServer[]> {
  const { dataDir, say } = options;
  await installMissing(dataDir, names, say);
  const servers: LocalServer[] = [];
  if (names.includes('mongodb')) {
    servers.push(await nativeMongodb(options, await ensureMongod(dataDir.folder('logs'), say)));
  }
  if (names.includes('redis')) servers.push(await nativeRedis(options, found('redis')));
  if (names.includes('rabbitmq')) {
    const programs = { rabbitmqServer: found('rabbitmq'), epmd: found('epmd') };
    servers.push(await nativeRabbitmq(options, programs));
  }
  return servers;
}

const candidates = {
  redis: ['redis-server', 'valkey-server'],
  // Debian's wrapper on the PATH runs only as the user root or rabbitmq. The program itself runs as any user.
  rabbitmq: ['/usr/lib/rabbitmq/bin/rabbitmq-server', 'rabbitmq-server'],
  epmd: ['epmd', '/usr/lib/erlang/bin/epmd'],
};

async function installMissing(dataDir: DataDir, names: ServerName[], say: Say): Promise<void> {
  const missing = (['rabbitmq', 'redis'] as const).filter(
    (name) => names.includes(name) && findProgram(...candidates[name]) === undefined,
  );
  if (missing.length === 0) return;
  const packages = {
    redis: { apt: 'redis-server', brew: 'redis', units: ['redis-server.service'] },
    rabbitmq: {
      apt: 'rabbitmq-server',
      brew: 'rabbitmq',
      units: ['rabbitmq-server.service', 'epmd.service', 'epmd.socket'],
    },
  };
  await installPackages({
    what: titled(missing),
    apt: missing.map((name) => packages[name].apt),
    brew: missing.map((name) => packages[name].brew),
    units: missing.flatMap((name) => packages[name].units),
    logFolder: dataDir.folder('logs'),
    say,
  });
}

function found(name: keyof typeof candidates): string {
  const program = findProgram(...candidates[name]);
  if (program === undefined)
    throw new SetUpError(`${name} is installed, but its program was not found on the PATH.`);
  return program;
}
