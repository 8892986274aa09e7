import { MongoDBContainer } from '@testcontainers/mongodb';
import { RabbitMQContainer } from '@testcontainers/rabbitmq';
import { RedisContainer } from '@testcontainers/redis';
import type { StartedTestContainer } from 'testcontainers';

import { images } from '#tools/local-stack/docker-engine.ts';
import { recordCleanUp } from '#tools/local-stack/recorded-process.ts';
import type { ServerUris } from '#tools/local-stack/process-environment.ts';

const slowMachineMs = 120_000;

export interface ContainerServers extends ServerUris {
  stop(): Promise<void>;
}

/** The three servers in containers of the run. What removes them is written down in `runFolder`, should the run be killed. */
export async function startContainers(runFolder: string): Promise<ContainerServers> {
  const [mongodb, redis, rabbitmq] = await Promise.all([
    new MongoDBContainer(images.mongodb).withStartupTimeout(slowMachineMs).start(),
    new RedisContainer(images.redis).withCommand(redisCommand).withStartupTimeout(slowMachineMs).start(),
    new RabbitMQContainer(images.rabbitmq).withStartupTimeout(slowMachineMs).start(),
  ]);
  const started: StartedTestContainer[] = [mongodb, redis, rabbitmq];
  for (const container of started) {
    const id = container.getId();
    recordCleanUp(runFolder, `container-${id.slice(0, 12)}`, ['docker', 'rm', '--force', '--volumes', id]);
  }
  const safe = 'directConnection=true&w=majority&journal=true&readConcernLevel=majority';
  return {
    mongodbUri: `${mongodb.getConnectionString()}/?${safe}`,
    redisUrl: redis.getConnectionUrl(),
    rabbitmqUrl: rabbitmq.getAmqpUrl().replace('amqp://', 'amqp://guest:guest@'),
    stop: async () => {
      await Promise.all(started.map((container) => container.stop()));
    },
  };
}

const redisCommand = [
  ...['redis-server', '--bind', '0.0.0.0', '--protected-mode', 'no'],
  ...['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
];
