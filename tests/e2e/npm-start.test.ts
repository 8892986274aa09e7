import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { freePort } from '#tools/local-stack/free-port.ts';
import {
  npmStart,
  ordersByPrintedLine,
  pressCtrlC,
  printed,
  startTimeoutMs,
  type NpmStart,
} from '../support/npm-start.ts';
import { sharedServers, temporaryFolder } from '../support/servers.ts';

/**
 * Uses running servers, except in the instrument for native servers. The drills test npm start with its own servers, which
 * takes a minute longer.
 */
describe('npm start', () => {
  let port: number;
  let store: NpmStart;
  beforeAll(async () => {
    port = await freePort();
    const { mongodbUri, redisUrl, rabbitmqUrl } = sharedServers();
    const given = { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, RABBITMQ_URL: rabbitmqUrl };
    const env = process.env['TEST_SERVERS'] === 'native' ? {} : given;
    const namespace = `test-${randomBytes(5).toString('hex')}`;
    store = npmStart({ dataDir: temporaryFolder(), port, namespace, env });
    await printed(store, 'Ctrl-C stops it.');
  }, startTimeoutMs);
  afterAll(() => pressCtrlC(store), 60_000);

  test('npm start prints a curl line that lists the seeded shopper’s orders', async () => {
    const orders = await ordersByPrintedLine(store);
    expect(orders.map(({ status }) => status)).toEqual(['pending', 'shipped', 'cancelled', 'delivered']);
  });

  test('npm start prints the URL of the API and serves its OpenAPI document', async () => {
    expect(store.output()).toContain(`http://127.0.0.1:${port}/api`);
    const description = await fetch(`http://127.0.0.1:${port}/openapi.json`);
    expect(description.status).toBe(200);
  });
});
