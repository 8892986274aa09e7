import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ServerName } from '#deploy/processes.ts';
import { operatorName } from '#deploy/servers/access.ts';
import { passwordsOf } from '#deploy/servers/passwords.ts';
import { rabbitmqDefinitions } from '#deploy/servers/rabbitmq-definitions.ts';
import { redisAcl } from '#deploy/servers/redis-acl.ts';
import { mongodbUri, rabbitmqUrl, redisUrl, replicaSetName } from '#deploy/servers/server-uris.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { DataDir } from './data-dir.ts';
import { serverGraceMs, serverRank, serverReadyWithinMs } from './local-server.ts';
import type { LocalServer, LocalServersOrder } from './local-server.ts';
import { logTail } from './log-tail.ts';
import { withProgress } from './progress.ts';
import type { Say } from './progress.ts';
import { ensurePrimary, mongodParameters } from './replica-set.ts';
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
export async function dockerServers(order: LocalServersOrder, names: ServerName[]): Promise<LocalServer[]> {
  const make = { mongodb, redis, rabbitmq };
  const servers: LocalServer[] = [];
  for (const name of names) servers.push(await make[name](order));
  return servers;
}

/** A new data folder has new passwords: what an older one of the same place left in volumes can't be opened with them. */
export async function removeVolumes(dataDir: Pick<DataDir, 'path'>): Promise<void> {
  for (const name of Object.keys(images)) {
    await run('docker', ['volume', 'rm', '--force', containerName(dataDir, name)]);
  }
}

async function mongodb(order: LocalServersOrder): Promise<LocalServer> {
  const { dataDir, namespace } = order;
  const port = await dataDir.port('mongodb');
  const passwords = passwordsOf('mongodb', dataDir.secret);
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
    environment: { STORE_KEY: dataDir.secret('mongodb-key'), STORE_PASSWORD: passwords.operator },
    script: script.join('\n'),
  };
  let hasUser = false;
  const isReady = async () => {
    hasUser ||= await createMongodbUser(containerName(dataDir, 'mongodb'), port);
    return hasUser && (await ensurePrimary({ port, passwords, namespace }));
  };
  const uri = (caller: Caller) => mongodbUri(`127.0.0.1:${port}`, caller, passwords);
  return localServer(order, container, uri, isReady);
}

/** Only from inside its container does mongod take somebody without a password for its first visitor. */
async function createMongodbUser(container: string, port: number): Promise<boolean> {
  const script = `
    const admin = db.getSiblingDB('admin');
    try { admin.auth('${operatorName}', process.env.STORE_PASSWORD); quit(0); } catch {}
    try { rs.initiate({ _id: '${replicaSetName}', members: [{ _id: 0, host: '127.0.0.1:${port}' }] }); } catch {}
    while (!db.hello().isWritablePrimary) sleep(50);
    admin.createUser({ user: '${operatorName}', pwd: process.env.STORE_PASSWORD, roles: ['root'] });`;
  const command = ['exec', container, 'mongosh', '--quiet', '--port', String(port), '--eval', script];
  return run('docker', command, { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
}

async function redis(order: LocalServersOrder): Promise<LocalServer> {
  const { dataDir, namespace } = order;
  const port = await dataDir.port('redis');
  const passwords = passwordsOf('redis', dataDir.secret);
  const uri = (caller: Caller) => redisUrl(`127.0.0.1:${port}`, caller, passwords);
  const script = [
    'umask 077',
    // An environment file has one line for each variable: the ends of the lines come as \\n.
    'printf %b "$STORE_USERS" > /tmp/redis.conf',
    'exec redis-server /tmp/redis.conf --dir /data --appendonly yes --maxmemory-policy noeviction --save ""',
  ];
  const container = {
    name: 'redis' as const,
    publish: `127.0.0.1:${port}:6379`,
    volume: '/data',
    environment: {
      STORE_USERS: redisAcl(namespace, passwords)
        .map((line) => `${line}\\n`)
        .join(''),
    },
    script: script.join('\n'),
  };
  return localServer(order, container, uri, () => answers.redis(uri('operator')));
}

async function rabbitmq(order: LocalServersOrder): Promise<LocalServer> {
  const { dataDir, namespace } = order;
  const port = await dataDir.port('rabbitmq');
  const passwords = passwordsOf('rabbitmq', dataDir.secret);
  const uri = (caller: Caller) => rabbitmqUrl(`127.0.0.1:${port}`, caller, passwords);
  const script = [
    'umask 077',
    'printf %s "$STORE_DEFINITIONS" > /tmp/definitions.json',
    'printf "load_definitions = /tmp/definitions.json\\nheartbeat = 10\\n" > /tmp/rabbitmq.conf',
    // The official image runs the broker as this user, who alone may be able to read them.
    'chown rabbitmq /tmp/definitions.json /tmp/rabbitmq.conf 2>/dev/null || true',
    'exec /usr/local/bin/docker-entrypoint.sh rabbitmq-server',
  ];
  const container = {
    name: 'rabbitmq' as const,
    publish: `127.0.0.1:${port}:5672`,
    volume: '/var/lib/rabbitmq',
    environment: {
      STORE_DEFINITIONS: rabbitmqDefinitions(namespace, passwords),
      RABBITMQ_CONFIG_FILE: '/tmp/rabbitmq.conf',
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+sbwt none +sbwtdcpu none +sbwtdio none',
    },
    script: script.join('\n'),
  };
  return localServer(order, container, uri, () => answers.rabbitmq(uri('operator')));
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
  { dataDir, say }: LocalServersOrder,
  { name, publish, volume, environment, script }: Container,
  uri: LocalServer['uri'],
  isReady: () => Promise<boolean>,
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
