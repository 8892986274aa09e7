import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ServerName } from '#deploy/processes.ts';
import { rabbitmqDefinitions } from '#deploy/servers/rabbitmq-definitions.ts';
import { redisAcl } from '#deploy/servers/redis-acl.ts';
import { replicaSetName } from '#deploy/servers/server-uris.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import {
  titled,
  type LocalServersOptions,
  type ServerPlace,
  type ServerProgram,
  type ServerPrograms,
} from './local-server.ts';
import { ensureMongod } from './mongod-binary.ts';
import { ensurePrimary, mongodParameters, withoutCompression } from './replica-set.ts';
import { findProgram, installPackages } from './system-programs.ts';

/** Runs the servers as local processes on loopback. Their data is in the data folder. */
export const nativePrograms: ServerPrograms = { mongodb, redis, rabbitmq };

const environment = () => ({ PATH: process.env['PATH'], LANG: 'C.UTF-8' });

async function mongodb(place: ServerPlace, { dataDir, say }: LocalServersOptions): Promise<ServerProgram> {
  const keyFile = join(dataDir.path, 'mongodb.key');
  writeFileSync(keyFile, dataDir.secret('mongodb-key'), { mode: 0o600 });
  const args = [
    ['--bind_ip', '127.0.0.1', '--port', String(place.port), '--nounixsocket'],
    ['--dbpath', dataDir.folder('mongodb'), '--wiredTigerCacheSizeGB', '1', '--oplogSize', '1024'],
    ['--replSet', replicaSetName, '--keyFile', keyFile],
    [...mongodParameters, withoutCompression].flatMap((parameter) => parameter.split(' ')),
  ].flat();
  const command = await ensureMongod(dataDir.folder('logs'), say);
  return { command, args, env: environment(), isReady: () => ensurePrimary(place) };
}

function redis({ port, passwords, namespace }: ServerPlace, { dataDir }: LocalServersOptions): ServerProgram {
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
  return { command: found('redis'), args: [configFile], env: environment() };
}

/**
 * Starts the Erlang name service (epmd) of the broker, then becomes the broker. The name service ends with the process group. A
 * name service that RabbitMQ starts by itself would keep running.
 */
const brokerScript = `
"$0" &
until "$0" -names > /dev/null 2>&1; do sleep 0.05; done
exec "$1"`;

async function rabbitmq(
  { port, passwords, namespace }: ServerPlace,
  { dataDir }: LocalServersOptions,
): Promise<ServerProgram> {
  refuseForBroker(dataDir.path);
  const [home, logs] = [dataDir.folder('rabbitmq'), dataDir.folder('logs')];
  const config = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    `load_definitions = ${join(home, 'definitions.json')}`,
    'heartbeat = 10',
    'log.console = false',
  ];
  const files = {
    'rabbitmq.conf': `${config.join('\n')}\n`,
    'rabbitmq-env.conf': '',
    'definitions.json': rabbitmqDefinitions(namespace, passwords),
    enabled_plugins: '[].\n',
    '.erlang.cookie': dataDir.secret('erlang-cookie'),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(home, name), content, { mode: 0o600 });
  const instance = createHash('sha256').update(dataDir.path).digest('hex').slice(0, 8);
  // The broker's data belongs to its node's name, so a folder that was moved keeps the name.
  const node = dataDir.kept('rabbitmq-node') ?? `store-${instance}@localhost`;
  dataDir.keep('rabbitmq-node', node);
  const env = {
    ...environment(),
    HOME: home,
    ERL_EPMD_PORT: String(await dataDir.port('epmd')),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: node,
    RABBITMQ_DIST_PORT: String(await dataDir.port('rabbitmq-distribution')),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(home, 'advanced.config'),
    RABBITMQ_CONF_ENV_FILE: join(home, 'rabbitmq-env.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: home,
    RABBITMQ_MNESIA_DIR: join(home, 'data'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(home, 'generated'),
    RABBITMQ_SCHEMA_DIR: join(home, 'schema'),
    RABBITMQ_PID_FILE: join(home, 'pid'),
    RABBITMQ_LOG_BASE: logs,
    // The broker writes its log to the same file as its output. The file then also explains a failure before
    // logging starts.
    RABBITMQ_LOGS: join(logs, 'rabbitmq.log'),
    ERL_CRASH_DUMP: join(logs, 'rabbitmq-crash.dump'),
    // With this variable, the start script replaces itself with the broker. The broker stops cleanly on
    // SIGTERM.
    RABBITMQ_ALLOW_INPUT: '1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      // Busy waiting would use CPU time that the services need.
      '-noinput -kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none',
  };
  return { command: 'sh', args: ['-c', brokerScript, found('epmd'), found('rabbitmq')], env };
}

/**
 * In rabbitmq.conf, `#` begins a comment, and letters outside Latin-1 cannot be written. If the path has a quotation mark, RabbitMQ
 * starts but never becomes ready.
 */
function refuseForBroker(folder: string): void {
  if (/^[\x20-\xff]+$/.test(folder) && !/["'#]/.test(folder)) return;
  throw new PlainError(
    `RabbitMQ cannot run in ${folder}: the path may have no quotation mark, no "#" and only letters of Western European ` +
      'languages. Name another folder for the data: npm start -- --data-dir PATH',
  );
}

const candidates = {
  redis: ['redis-server', 'valkey-server'],
  // Debian's wrapper on the PATH runs only as the user root or rabbitmq. The program itself runs as any user.
  rabbitmq: ['/usr/lib/rabbitmq/bin/rabbitmq-server', 'rabbitmq-server'],
  epmd: ['epmd', '/usr/lib/erlang/bin/epmd'],
};

const packages = {
  redis: { apt: 'redis-server', brew: 'redis', units: ['redis-server.service'] },
  rabbitmq: {
    apt: 'rabbitmq-server',
    brew: 'rabbitmq',
    units: ['rabbitmq-server.service', 'epmd.service', 'epmd.socket'],
  },
};

/**
 * Installs missing programs of these servers. Debian has no package of `mongod`, so `mongod` is downloaded at
 * the same time.
 */
export async function installMissing(
  { dataDir, say }: LocalServersOptions,
  names: readonly ServerName[],
): Promise<void> {
  const mongod = names.includes('mongodb') ? ensureMongod(dataDir.folder('logs'), say) : undefined;
  await Promise.all([mongod, installFromPackages({ dataDir, say }, names)]);
}

async function installFromPackages(
  { dataDir, say }: Pick<LocalServersOptions, 'dataDir' | 'say'>,
  names: readonly ServerName[],
): Promise<void> {
  const missing = (['rabbitmq', 'redis'] as const).filter(
    (name) => names.includes(name) && findProgram(...candidates[name]) === undefined,
  );
  if (missing.length === 0) return;
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
    throw new PlainError(`${name} is installed, but its program was not found on the PATH.`);
  return program;
}
