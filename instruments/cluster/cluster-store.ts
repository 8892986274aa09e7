import mongoose from 'mongoose';

import { freePort, isFree } from '#tools/local-stack/free-port.ts';
import { eventually } from '#tests/support/eventually.ts';
import { composeStore, docker, type ComposeStore } from '#tests/support/compose-store.ts';

export interface ClusterStore extends Omit<ComposeStore, 'url'> {
  urls: [string, string];
  /** The container whose broker leads the most queues. */
  leadingBroker: () => Promise<string>;
  /** The container of MongoDB's primary, and its address for the operator. */
  primary: () => Promise<{ container: string; uri: string }>;
  /** A container of a service, numbered from 1. */
  member: (service: string, number?: number) => Promise<string>;
  /** Starts a killed container and waits until it is healthy. */
  revive: (container: string) => Promise<void>;
}

const databases = { mongodb: 'MONGODB_PORT', 'mongodb-2': 'MONGODB_PORT_2', 'mongodb-3': 'MONGODB_PORT_3' };
const recoversWithinMs = 90_000;

/** Prepares the cluster in deploy/cluster.yml: three brokers, three database members, and two containers of every process. */
export async function clusterStore(): Promise<ClusterStore> {
  const ports = {
    MONGODB_PORT: String(await freePort()),
    MONGODB_PORT_2: String(await freePort()),
    MONGODB_PORT_3: String(await freePort()),
  };
  const first = await twoFreePorts();
  const store = await composeStore(['deploy/cluster.yml', 'instruments/cluster/reachable.yml'], {
    ...ports,
    GATEWAY_PORTS: `${first}-${first + 1}`,
  });
  const uriOf = (port: string) => store.servers.mongodbUri.replace(/:\d+\//, `:${port}/`);

  const member = async (service: string, number = 1): Promise<string> => {
    const containers = await store.containers(service);
    const found = containers[number - 1];
    if (!found) throw new Error(`There is no container ${number} of ${service}`);
    return found.id;
  };

  return {
    ...store,
    urls: [`http://127.0.0.1:${first}`, `http://127.0.0.1:${first + 1}`],
    member,
    leadingBroker: async () => {
      const command = ['rabbitmqctl', '--quiet', 'list_queues', 'name', 'leader', '--formatter', 'json'];
      const queues = JSON.parse(await store.compose('exec', '-T', 'rabbitmq', ...command)) as {
        leader: string;
      }[];
      const counts = new Map<string, number>();
      for (const { leader } of queues) counts.set(leader, (counts.get(leader) ?? 0) + 1);
      const [most] = [...counts].sort(([, a], [, b]) => b - a);
      // Such as rabbit@rabbitmq-2.
      return member(most?.[0].split('@')[1] ?? '');
    },
    primary: async () => {
      for (const [service, variable] of Object.entries(databases)) {
        const uri = uriOf(ports[variable as keyof typeof ports]);
        if (await isPrimary(uri)) return { container: await member(service), uri };
      }
      throw new Error('The database has no primary');
    },
    revive: async (container) => {
      await docker('start', container);
      const isHealthy = async () =>
        (await store.inspect(container, '{{.State.Health.Status}}')) === 'healthy';
      await eventually(`${container} to recover`, isHealthy, recoversWithinMs);
    },
  };
}

async function isPrimary(uri: string): Promise<boolean> {
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 3000 });
  try {
    return (await client.db('admin').command({ hello: 1 }))['isWritablePrimary'] === true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}

async function twoFreePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isFree(port + 1)) return port;
  }
}
