import { RabbitMQContainer } from '@testcontainers/rabbitmq';
import { RedisContainer } from '@testcontainers/redis';
import mongoose from 'mongoose';
import { GenericContainer, Wait, type StartedTestContainer } from 'testcontainers';

import { images } from '#tools/local-stack/docker-engine.ts';
import { recordCleanUp } from '#tools/local-stack/recorded-process.ts';
import { mongodParameters, withoutCompression } from '#tools/local-stack/replica-set.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';
import { pause } from './pause.ts';

const slowMachineMs = 120_000;

interface ContainerServers extends ServerUris {
  stop(): Promise<void>;
}

/** The run's three servers as containers. `runFolder` records how to remove them, in case the run is killed. */
export async function startContainers(runFolder: string): Promise<ContainerServers> {
  const [mongodb, redis, rabbitmq] = await Promise.all([
    startMongodb(),
    new RedisContainer(images.redis)
      .withCommand(redisCommand)
      .withTmpFs(inMemory('/data'))
      .withStartupTimeout(slowMachineMs)
      .start(),
    new RabbitMQContainer(images.rabbitmq)
      .withTmpFs(inMemory('/var/lib/rabbitmq'))
      .withStartupTimeout(slowMachineMs)
      .start(),
  ]);
  const started: StartedTestContainer[] = [mongodb, redis, rabbitmq];
  for (const container of started) {
    const id = container.getId();
    recordCleanUp(runFolder, `container-${id.slice(0, 12)}`, ['docker', 'rm', '--force', '--volumes', id]);
  }
  const mongodbUri = uriOf(mongodb);
  await makeReplicaSet(mongodbUri);
  const safe = 'w=majority&journal=true&readConcernLevel=majority';
  return {
    mongodbUri: `${mongodbUri}&${safe}`,
    redisUrl: redis.getConnectionUrl(),
    rabbitmqUrl: rabbitmq.getAmqpUrl().replace('amqp://', 'amqp://guest:guest@'),
    stop: async () => {
      await Promise.all(started.map((container) => container.stop()));
    },
  };
}

/**
 * Keeps a server's data in memory, because each write waits until its data is on disk, which would slow the tests. Tests that
 * need durable data start their own servers.
 */
const inMemory = (folder: string) => ({ [folder]: 'rw' });

/** Replaces testcontainers' MongoDB module, whose health check uses two seconds of CPU every five seconds. */
function startMongodb(): Promise<StartedTestContainer> {
  // MongoDB reserves a share of the file system for its oplog, and here the file system is memory.
  const oplog = '--oplogSize 256';
  const options = [
    `--replSet ${replicaSet}`,
    '--bind_ip_all',
    oplog,
    ...mongodParameters,
    withoutCompression,
  ];
  // The tests read none of the statistics that MongoDB records each second.
  options.push('--setParameter diagnosticDataCollectionEnabled=false');
  return new GenericContainer(images.mongodb)
    .withExposedPorts(mongodPort)
    .withCommand(options.flatMap((option) => option.split(' ')))
    .withTmpFs(inMemory('/data/db'))
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .withStartupTimeout(slowMachineMs)
    .start();
}

const mongodPort = 27_017;
const replicaSet = 'rs0';

function uriOf(mongodb: StartedTestContainer): string {
  return `mongodb://${mongodb.getHost()}:${mongodb.getMappedPort(mongodPort)}/?directConnection=true`;
}

async function makeReplicaSet(uri: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(uri);
  try {
    const admin = client.db('admin');
    const members = [{ _id: 0, host: `127.0.0.1:${mongodPort}` }];
    await admin.command({ replSetInitiate: { _id: replicaSet, members } });
    while ((await admin.command({ hello: 1 }))['isWritablePrimary'] !== true) await pause(50);
  } finally {
    await client.close();
  }
}

const redisCommand = [
  'redis-server',
  '--bind',
  '0.0.0.0',
  '--protected-mode',
  'no',
  '--appendonly',
  'yes',
  '--maxmemory-policy',
  'noeviction',
];
