import { describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';

import { eventually } from '../../support/eventually.ts';
import { useEndpoints, versionsOf, webhooksPath as path } from '../webhooks/endpoints.ts';
import { callers, kill, make, store } from './outage-store.ts';

describe('deliveries while their worker is down', () => {
  const { receiver, endpoint, deliveriesOf, rename } = useEndpoints(() => callers.admin);

  test('a webhooks worker stops within its time limit even if a receiver hangs, and the next worker sends the delivery again', async () => {
    const to = await receiver();
    const { id } = await endpoint(to);
    to.answer(() => undefined);
    await callers.admin.post(`${path}/${id}/ping`);
    await eventually('the ping', () => to.received.length === 1);
    store.kill('webhooks-worker', 'SIGTERM');
    const workerOf = () => store.processes().find(({ name }) => name === 'webhooks-worker');
    await eventually('the end of the webhooks worker', () => workerOf()?.pid === undefined);
    expect(store.log('webhooks-worker')).not.toContain('not stopped in time');
    to.answer((response) => response.writeHead(204).end());
    await store.start('webhooks-worker');
    const [delivered] = await eventually('the delivery', async () => {
      const found = await deliveriesOf(id, '?filters[status]=delivered');
      return found.length > 0 ? found : null;
    });
    expect(delivered?.attempts).toHaveLength(1);
  });

  test('all webhook events are delivered in order even if the worker is killed and Redis loses its keys', async () => {
    const to = await receiver();
    await endpoint(to);
    const products = [await make.newProduct(), await make.newProduct()];
    const change = async (times: number, word: string) => {
      for (let time = 0; time < times; time += 1)
        for (const { id } of products) await rename(id, `${word} ${time}`);
    };
    await change(3, 'Before');
    await kill('webhooks-worker');
    const redis = new Redis(store.servers.redisUrl);
    const lost = await redis.keys(`${store.namespace}:jobs:webhooks-turns:*`);
    if (lost.length > 0) await redis.del(...lost);
    redis.disconnect();
    await change(3, 'Meanwhile');
    await store.start('webhooks-worker');
    await change(3, 'After');
    for (const { id } of products) {
      const subject = `products/${id}`;
      await eventually(`the last of ${subject}`, () => versionsOf(to, subject).includes(10));
      const versions = [...new Set(versionsOf(to, subject))];
      expect(versions).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    }
  });
});
