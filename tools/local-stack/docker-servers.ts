import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { ServerName } from '#deploy/processes.ts';
import { operatorName } from '#deploy/servers/access.ts';
import { passwordsOf } from '#deploy/servers/passwords.ts';
import { rabbitmqDefinitions } from '#deploy/servers/rabbitmq-definitions.ts';
import { redisAcl } from '#deploy/servers/redis-acl.ts';
import {
  mongodbUri,
  rabbitmqUrl,
  redisUrl,
  replicaSetName,
  type Caller,
} from '#deploy/servers/server-uris.ts';
import { containerServer } from './docker-container.ts';
import { containerName } from './docker-engine.ts';
import type { LocalServer, LocalServersOptions } from './local-server.ts';
import { ensurePrimary, mongodParameters, withoutCompression } from './replica-set.ts';
import { answers } from './server-answers.ts';

const run = promisify(execFile);

/**
 * Runs the servers as containers, published only on loopback. Each container runs under a child process and is removed when it stops.
 * Its data is in a named volume.
 */
export async function dockerServers(
  options: LocalServersOptions,
  names: ServerName[],
): Promise<LocalServer[]> {
  const make = { mongodb, redis, rabbitmq };
  const servers: LocalServer[] = [];
  for (const name of names) servers.push(await make[name](options));
  return servers;
}

async function mongodb(options: LocalServersOptions): Promise<LocalServer> {
  const { dataDir, namespace } = options;
  const port = await dataDir.port('mongodb');
  const passwords = passwordsOf('mongodb', dataDir.secret);
  // The replica set member needs the same address inside and outside the container, and therefore the same port.
  const mongod = [
    ['exec docker-entrypoint.sh mongod --bind_ip_all', `--port ${port}`, '--wiredTigerCacheSizeGB 1'],
    [`--replSet ${replicaSetName}`, '--keyFile /tmp/mongodb.key', '--oplogSize 1024'],
    [...mongodParameters, withoutCompression],
  ].flat();
  const script = [
    'umask 077',
    'printf %s "$STORE_KEY" > /tmp/mongodb.key',
    // The official image runs mongod as this user. No other user may read the key.
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
  return containerServer(options, container, uri, isReady);
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

async function redis(options: LocalServersOptions): Promise<LocalServer> {
  const { dataDir, namespace } = options;
  const port = await dataDir.port('redis');
  const passwords = passwordsOf('redis', dataDir.secret);
  const uri = (caller: Caller) => redisUrl(`127.0.0.1:${port}`, caller, passwords);
  const script = [
    'umask 077',
    // An environment file has one line for each variable, so line breaks are written as \\n.
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
  return containerServer(options, container, uri, () => answers.redis(uri('operator')));
}

async function rabbitmq(options: LocalServersOptions): Promise<LocalServer> {
  const { dataDir, namespace } = options;
  const port = await dataDir.port('rabbitmq');
  const passwords = passwordsOf('rabbitmq', dataDir.secret);
  const uri = (caller: Caller) => rabbitmqUrl(`127.0.0.1:${port}`, caller, passwords);
  const script = [
    'umask 077',
    'printf %s "$STORE_DEFINITIONS" > /tmp/definitions.json',
    'printf "load_definitions = /tmp/definitions.json\\nheartbeat = 10\\n" > /tmp/rabbitmq.conf',
    // The official image runs the broker as this user. No other user may read these files.
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
  return containerServer(options, container, uri, () => answers.rabbitmq(uri('operator')));
}
