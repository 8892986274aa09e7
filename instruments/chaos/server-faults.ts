import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';

import type { LinkName } from './chaos-links.ts';
import type { Fault } from './fault.ts';

const links: readonly LinkName[] = [
  'front-rabbitmq',
  'front-mongodb',
  'front-redis',
  'worker-rabbitmq',
  'worker-mongodb',
];

/** Cuts or slows connections between the processes and the servers, or drops their bytes. */
export function linkFaults(): Fault[] {
  return links.flatMap((target): Fault[] => [
    {
      kind: 'link cut',
      target,
      strike: async ({ store }) => {
        store.links[target].cut();
        return true;
      },
    },
    {
      kind: 'link slow',
      target,
      strike: async ({ store, holdMs }) => {
        store.links[target].delay(200);
        await sleep(holdMs);
        store.links[target].heal();
        return true;
      },
    },
    {
      kind: 'link black hole',
      target,
      strike: async ({ store, holdMs }) => {
        store.links[target].blackHole();
        await sleep(holdMs);
        store.links[target].heal();
        return true;
      },
    },
  ]);
}

/** The broker closes one channel, while the connection and its other channels stay open. */
export function channelFaults(): Fault[] {
  return (['front-rabbitmq', 'worker-rabbitmq'] as const).map((target) => ({
    kind: 'channel closed',
    target,
    strike: ({ store, random }) => store.links[target].closeChannel(random),
  }));
}

export function dataFaults(): Fault[] {
  return [
    {
      kind: 'FLUSHALL',
      target: 'redis',
      strike: async ({ store }) => {
        const redis = new Redis(store.servers.redisUrl, { maxRetriesPerRequest: 1 });
        redis.on('error', () => undefined);
        await redis.flushall();
        redis.disconnect();
        return true;
      },
    },
    {
      kind: 'step-down',
      target: 'mongodb',
      strike: async ({ store }) => {
        const client = new mongoose.mongo.MongoClient(store.servers.mongodbUri);
        // The replica set has no secondary, so it has no primary for three seconds. Then the same member is
        // elected again.
        await client
          .db('admin')
          .command({ replSetStepDown: 3, force: true })
          .catch(() => undefined);
        await sleep(3500);
        await client.close();
        return true;
      },
    },
  ];
}
