import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { DataDir } from './data-dir.ts';
import { serverGraceMs, serverRank, serverReadyWithinMs } from './local-server.ts';
import type { LocalServer, ServerName } from './local-server.ts';
import { logTail } from './log-tail.ts';
import { withProgress } from './progress.ts';
import type { Say } from './progress.ts';
import { ensurePrimary, mongodbUri, mongodbUser, mongodParameters, replicaSetName } from './replica-set.ts';
import { answers } from './server-answers.ts';
import { supervise } from './supervised-process.ts';

const run = promisify(execFile);

export const images: Record<ServerName, string> = {
  mongodb: 'mongo:8.0',
  redis: 'redis:8.0',
  rabbitmq: 'rabbitmq:4-management',
};

/** Whether a Docker engine answers here. */
export async function dockerAnswers(): Promise<boolean> {
  return run('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/** Pulls what the engine doesn't have yet; false, with the reason said, when that can't be done. */
export async function ensureImages(names: ServerName[], say: Say): Promise<boolean> {
  for (const name of names) {
    const image = images[name];
    const isThere = await run('docker', ['image', 'inspect', image]).then(Boolean, () => false);
    if (isThere) continue;
    try {
      await withProgress(say, `Pulling ${image}`, run('docker', ['pull', '--quiet', image]));
    } catch (error) {
      const lines = (error as { stderr?: string }).stderr?.trim().split('\n') ?? [];
      say(`Docker has no ${image} and can't pull it (${lines.at(-1) ?? 'no reason given'}).`);
      return false;
    }
  }
  return true;
}

/**
 * The servers as containers, published on loopback only. Each container runs as a child process and is removed when it
 * stops; its data is in a named volume.
 */
export async function dockerServers(dataDir: DataDir, names: ServerName[], say: Say): Promise<LocalServer[]> {
  const make = { mongodb, redis, rabbitmq };
  const servers: LocalServer[] = [];
  for (const name of names) servers.push(await make[name](dataDir, say));
  return servers;
}

/** A new data folder has new passwords: what an older one of the same place left in volumes can't be opened with them. */
export async function removeVolumes(dataDir: Pick<DataDir, 'path'>): Promise<void> {
  for (const name of Object.keys(images)) {
    await run('docker', ['volume', 'rm', '--force', containerName(dataDir, name)]);
  }
}

async function mongodb(dataDir: DataDir, say: Say): Promise<LocalServer> {
  const port = await dataDir.port('mongodb');
  const password = dataDir.secret('mongodb-password');
  // The member's address must be the same from outside and from inside: so must its port.
  const mongod = [
    ['exec docker-entrypoint.sh mongod --bind_ip_all', `--port ${port}`, '--wiredTigerCacheSizeGB 1'],
    [`--replSet ${replicaSetName}`, '--keyFile /tmp/mongodb.key', '--oplogSize 1024'],
    mongodParameters,
  ].flat();
  const script = [
    'umask 077',
    'printf %s "$STORE_KEY" > /tmp/mongodb.key',
    // The official image runs mongod as this user, who alone may be able to read the key.
    'chown mongodb /tmp/mongodb.key 2>/dev/null || true',
    mongod.join(' '),
  ];
  const container = {
    name: 'mongodb' as const,
    publish: `127.0.0.1:${port}:${port}`,
    volume: '/data/db',
    environment: { STORE_KEY: dataDir.secret('mongodb-key'), STORE_PASSWORD: password },
    script: script.join('\n'),
  };
  let hasUser = false;
  const isReady = async () => {
    hasUser ||= await createMongodbUser(containerName(dataDir, 'mongodb'), port);
    return hasUser && (await ensurePrimary({ port, password }));
  };
  return localServer(dataDir, container, mongodbUri({ port, password }), isReady, say);
}

/** Only from inside its container does mongod take somebody without a password for its first visitor. */
async function createMongodbUser(container: string, port: number): Promise<boolean> {
  const script = `
    const admin = db.getSiblingDB('admin');
    try { admin.auth('${mongodbUser}', process.env.STORE_PASSWORD); quit(0); } catch {}
    try { rs.initiate({ _id: '${replicaSetName}', members: [{ _id: 0, host: '127.0.0.1:${port}' }] }); } catch {}
    while (!db.hello().isWritablePrimary) sleep(50);
    admin.createUser({ user: '${mongodbUser}', pwd: process.env.STORE_PASSWORD, roles: ['root'] });`;
  const command = ['exec', container, 'mongosh', '--quiet', '--port', String(port), '--eval', script];
  return run('docker', command, { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
}

async function redis(dataDir: DataDir, say: Say): Promise<LocalServer> {
  const port = await dataDir.port('redis');
  const password = dataDir.secret('redis-password');
  const uri = `redis://:${password}@127.0.0.1:${port}`;
  const script = [
    'umask 077',
    'printf "requirepass %s\\n" "$STORE_PASSWORD" > /tmp/redis.conf',
    'exec redis-server /tmp/redis.conf --dir /data --appendonly yes --maxmemory-policy noeviction --save ""',
  ];
  const container = {
    name: 'redis' as const,
    publish: `127.0.0.1:${port}:6379`,
    volume: '/data',
    environment: { STORE_PASSWORD: password },
    script: script.join('\n'),
  };
  return localServer(dataDir, container, uri, () => answers.redis(uri), say);
}

async function rabbitmq(dataDir: DataDir, say: Say): Promise<LocalServer> {
  const port = await dataDir.port('rabbitmq');
  const password = dataDir.secret('rabbitmq-password');
  const uri = `amqp://store:${password}@127.0.0.1:${port}`;
  const container = {
    name: 'rabbitmq' as const,
    publish: `127.0.0.1:${port}:5672`,
    volume: '/var/lib/rabbitmq',
    environment: {
      RABBITMQ_DEFAULT_USER: 'store',
      RABBITMQ_DEFAULT_PASS: password,
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-rabbit heartbeat 10 +sbwt none +sbwtdcpu none +sbwtdio none',
    },
  };
  return localServer(dataDir, container, uri, () => answers.rabbitmq(uri), say);
}

interface Container {
  name: ServerName;
  publish: string;
  volume: string;
  environment: Record<string, string>;
  /** What it runs, in sh, when not what its image does by itself. */
  script?: string;
}

function localServer(
  dataDir: DataDir,
  { name, publish, volume, environment, script }: Container,
  uri: string,
  isReady: () => Promise<boolean>,
  say: Say,
): LocalServer {
  const container = containerName(dataDir, name);
  const logFile = join(dataDir.folder('logs'), `${name}.log`);
  // In a file and not among the arguments, where every user of the machine could read the passwords.
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
      env: process.env,
      output: logFile,
      rank: serverRank,
      graceMs: serverGraceMs,
      // The client passes SIGTERM on to the server, but killed outright it leaves the container running.
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

/** By place: another clone's containers and volumes have other names. */
function containerName(dataDir: Pick<DataDir, 'path'>, name: string): string {
  const place = createHash('sha256').update(dataDir.path).digest('hex').slice(0, 12);
  return `storefront-${place}-${name}`;
}
