import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ServerName } from '#deploy/processes.ts';
import { operatorName } from '#deploy/servers/access.ts';
import { rabbitmqDefinitions } from '#deploy/servers/rabbitmq-definitions.ts';
import { redisAcl } from '#deploy/servers/redis-acl.ts';
import { replicaSetName } from '#deploy/servers/server-uris.ts';
import type { DataDir } from './data-dir.ts';
import { canUseOwnNetwork, containerName, images } from './docker-engine.ts';
import {
  serverGraceMs,
  type LocalServersOptions,
  type ServerPlace,
  type ServerProgram,
  type ServerPrograms,
} from './local-server.ts';
import { withoutSecrets } from './process-environment.ts';
import { ensurePrimary, mongodParameters, withoutCompression } from './replica-set.ts';

const run = promisify(execFile);

/**
 * Runs the servers as containers that only this machine can reach. Each container runs under a child process and is removed when
 * it stops. The data of a container is in a named volume.
 */
export const dockerPrograms: ServerPrograms = { mongodb, redis, rabbitmq };

interface Container {
  /** Options of `docker run`. */
  network: string[];
  volume: string;
  environment: Record<string, string>;
  /** A shell script that runs instead of the image's own command. */
  script: string[];
}

/**
 * Makes a container's server reachable on this port of the machine, and only from this machine. If Docker publishes a port, every
 * byte passes through another process, which costs reads 15 % of their rate (docs/inside/mechanisms.md). So the container uses the
 * machine's own network if it can.
 */
async function networkFor(port: number): Promise<Pick<Container, 'network'> & { bind: string }> {
  if (await canUseOwnNetwork()) return { network: ['--network', 'host'], bind: '127.0.0.1' };
  return { network: ['--publish', `127.0.0.1:${port}:${port}`], bind: '0.0.0.0' };
}

function containerOf(
  dataDir: DataDir,
  name: ServerName,
  { network, volume, environment, script }: Container,
): ServerProgram {
  const container = containerName(dataDir, name);
  // A file keeps the passwords out of the arguments, which every user of the machine can read.
  const environmentFile = join(dataDir.path, `${name}.env`);
  const lines = Object.entries(environment).map(([variable, value]) => `${variable}=${value}\n`);
  writeFileSync(environmentFile, lines.join(''), { mode: 0o600 });
  return {
    command: 'docker',
    args: [
      ['run', '--rm', '--name', container, '--hostname', container, '--label', 'storefront=local'],
      [...network, '--volume', `${container}:${volume}`, '--env-file', environmentFile],
      ['--stop-timeout', String(serverGraceMs / 1000)],
      ['--entrypoint', 'sh', images[name], '-c', ['umask 077', ...script].join('\n')],
    ].flat(),
    env: withoutSecrets(process.env, 'servers'),
    // The docker client forwards SIGTERM. If the client is killed, however, the container keeps running and
    // must be removed.
    cleanUp: ['docker', 'rm', '--force', container],
    sendSignal: (signal) => spawnSync('docker', ['kill', '--signal', signal, container], { stdio: 'ignore' }),
  };
}

async function mongodb(place: ServerPlace, { dataDir }: LocalServersOptions): Promise<ServerProgram> {
  const { port, passwords } = place;
  const { network, bind } = await networkFor(port);
  // The replica set member needs the same address inside and outside the container, and therefore the same port.
  const mongod = [
    ['exec docker-entrypoint.sh mongod', `--bind_ip ${bind}`, `--port ${port}`, '--wiredTigerCacheSizeGB 1'],
    [`--replSet ${replicaSetName}`, '--keyFile /tmp/mongodb.key', '--oplogSize 1024'],
    [...mongodParameters, withoutCompression],
  ].flat();
  const container = containerOf(dataDir, 'mongodb', {
    network,
    volume: '/data/db',
    environment: { STORE_KEY: dataDir.secret('mongodb-key'), STORE_PASSWORD: passwords.operator },
    script: [
      'printf %s "$STORE_KEY" > /tmp/mongodb.key',
      // The official image runs mongod as this user. No other user may read the key.
      'chown mongodb /tmp/mongodb.key 2>/dev/null || true',
      mongod.join(' '),
    ],
  });
  let hasUser = false;
  const isReady = async () => {
    hasUser ||= await createMongodbUser(containerName(dataDir, 'mongodb'), port);
    return hasUser && (await ensurePrimary(place));
  };
  return { ...container, isReady };
}

/** Creates the first user from inside the container, because mongod allows this without a password only there. */
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

async function redis(
  { port, passwords, namespace }: ServerPlace,
  { dataDir }: LocalServersOptions,
): Promise<ServerProgram> {
  const { network, bind } = await networkFor(port);
  // An environment file has one line for each variable, so line breaks are written as \\n.
  const users = redisAcl(namespace, passwords).map((line) => `${line}\\n`);
  return containerOf(dataDir, 'redis', {
    network,
    volume: '/data',
    environment: { STORE_USERS: users.join('') },
    script: [
      'printf %b "$STORE_USERS" > /tmp/redis.conf',
      [
        `exec redis-server /tmp/redis.conf --bind ${bind} --port ${port}`,
        '--dir /data --appendonly yes --maxmemory-policy noeviction --save ""',
      ].join(' '),
    ],
  });
}

function rabbitmq(
  { port, passwords, namespace }: ServerPlace,
  { dataDir }: LocalServersOptions,
): ServerProgram {
  return containerOf(dataDir, 'rabbitmq', {
    // The broker opens further ports, which would be in use if several stores used the machine's network.
    network: ['--publish', `127.0.0.1:${port}:5672`],
    volume: '/var/lib/rabbitmq',
    environment: {
      STORE_DEFINITIONS: rabbitmqDefinitions(namespace, passwords),
      RABBITMQ_CONFIG_FILE: '/tmp/rabbitmq.conf',
      RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '+sbwt none +sbwtdcpu none +sbwtdio none',
    },
    script: [
      'printf %s "$STORE_DEFINITIONS" > /tmp/definitions.json',
      'printf "load_definitions = /tmp/definitions.json\\nheartbeat = 10\\n" > /tmp/rabbitmq.conf',
      // The official image runs the broker as this user. No other user may read these files.
      'chown rabbitmq /tmp/definitions.json /tmp/rabbitmq.conf 2>/dev/null || true',
      'exec /usr/local/bin/docker-entrypoint.sh rabbitmq-server',
    ],
  });
}
