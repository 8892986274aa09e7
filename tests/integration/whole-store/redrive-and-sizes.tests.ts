import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect, type ChannelModel } from 'amqplib';

import { commandQueue, parkedQueue } from '#shared/platform/amqp/topology.ts';
import { retention } from '#shared/contracts/retention.ts';
import { services } from '#tools/operate/services.ts';
import { commandRunner } from '../../support/commands/command-runner.ts';
import { eventually } from '../../support/eventually.ts';
import { client, faults, store } from './whole-store.ts';

const runCommand = commandRunner();

describe('redriving parked commands and measuring data sizes', () => {
  let broker: ChannelModel;
  let order: Record<string, unknown>;
  beforeAll(async () => {
    broker = await connect(store.servers.rabbitmqUrl);
    const user = await send('POST', '/api/admin/users', {
      name: 'Ann',
      email: 'ann-of-the-redrive@example.com',
    });
    const place = { user_id: user.id, line1: 'Street 1', city: 'Cairo', country: 'EG' };
    const address = await send('POST', '/api/admin/addresses', place);
    order = { user_id: user.id, address_id: address.id, payment_method: 1, total: 5, status: 'pending' };
  });
  afterAll(async () => {
    await broker.close();
  });

  async function send(method: string, path: string, json: object, headers: Record<string, string> = {}) {
    const token = await store.adminToken();
    const answer = await store.request(method, path, { token, json, headers });
    return (answer.body as { data: { id: number; notes?: string | null } }).data;
  }

  interface Ran {
    code: number;
    said: string;
  }

  const environment = () => ({
    MONGODB_URI: store.servers.mongodbUri,
    RABBITMQ_URL: store.servers.rabbitmqUrl,
    STORE_NAMESPACE: store.namespace,
  });

  /** Runs the command as an operator does. */
  async function parked(...args: string[]): Promise<Ran> {
    const words = [...args, '--service', 'orders'];
    const { code, stdout, stderr } = await runCommand('tools/operate/parked.ts', words, environment());
    return { code, said: stdout + stderr };
  }

  async function readOrder(id: number): Promise<{ notes: string | null }> {
    const token = await store.adminToken();
    const answer = await store.request('GET', `/api/admin/orders/${id}`, { token });
    return (answer.body as { data: { notes: string | null } }).data;
  }

  test('sending a parked update of a record again requires --force if the record has newer changes, and lists these changes', async () => {
    const { id } = await send('POST', '/api/admin/orders', order);
    const failing = join(faults, 'fail.redrive-newer');
    writeFileSync(failing, '');
    const headers = { 'x-request-id': 'redrive-newer', prefer: 'respond-async' };
    await send('PUT', `/api/admin/orders/${id}`, { notes: 'from the past' }, headers);
    await send('PUT', `/api/admin/orders/${id}`, { notes: 'newer' });
    const line = await eventually(
      'the parked command',
      async () => /orders\.update/.exec((await parked('list', '--json')).said)?.input,
    );
    rmSync(failing);
    const command = (JSON.parse(line) as { id: string }).id;
    for (const dry of [['--dry-run'], []]) {
      const refused = await parked('redrive', command, ...dry);
      expect(refused.code).toBe(1);
      expect(refused.said).toMatch(
        new RegExp(
          `left parked\\. orders/${id} has changed since: version 2 by admin:\\S+ at \\S+ \\(notes\\)\\.`,
        ),
      );
    }
    expect((await readOrder(id)).notes).toBe('newer');
    expect((await parked('redrive', command, '--force')).code).toBe(0);
    await eventually('the redriven command', async () => (await readOrder(id)).notes === 'from the past');
  });

  test('sending a parked command again requires --force if its outcome may have expired, and sending it twice creates only one order', async () => {
    const channel = await broker.createConfirmChannel();
    const id = randomUUID().replaceAll('-', '');
    const longAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString();
    const command = {
      id,
      type: 'orders.create',
      params: {},
      body: { ...order, notes: 'once' },
      language: 'en',
      caller: { area: 'admin', subject: 'ann', userId: null },
      fingerprint: 'f',
      ifMatch: null,
      at: longAgo,
      requestId: 'redrive-old',
    };
    const database = client.db(`${store.namespace}_orders`);
    const made = () => database.collection('orders').countDocuments({ notes: 'once' });
    const park = async (more = {}) => {
      const headers = { 'x-parked-from': commandQueue(store.namespace, 'orders', 0), ...more };
      channel.sendToQueue(parkedQueue(store.namespace, 'orders'), Buffer.from(JSON.stringify(command)), {
        messageId: id,
        headers,
        persistent: true,
      });
      await channel.waitForConfirms();
    };
    await park();
    const refused = await parked('redrive', '--all');
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(/left parked\. .*over 6 days ago/),
    ]);
    expect((await parked('redrive', id, '--force')).code).toBe(0);
    await eventually('the order', async () => (await made()) === 1);
    // Parks the command again after its redrive, when the inbox no longer has the first outcome.
    await database.collection('inbox').deleteOne({ _id: id as never });
    await park({ 'x-redrive': 'the first' });
    expect((await parked('redrive', id, '--force')).code).toBe(0);
    await eventually('its outcome', () => database.collection('inbox').findOne({ _id: id as never }));
    expect(await made()).toBe(1);
  });

  interface Size {
    collection: string;
    documents: number;
    data: number;
    indexes: number;
  }

  test('the command bytes-per-order reports the number of orders and the size of each collection', async () => {
    const text = { name: 'House espresso', description: 'Whole beans' };
    const coffee = { price: 5, manufacturing_price: 1, is_active: 1, en: text, ar: text };
    const products = [
      await send('POST', '/api/admin/products', coffee),
      await send('POST', '/api/admin/products', coffee),
    ];
    const token = await store.clientToken(Number(order['user_id']));
    const shop = (path: string, json: object) =>
      store.request('POST', `/api/client/${path}`, { token, json });
    for (let count = 0; count < 10; count += 1) {
      for (const { id } of products) await shop('cart/items', { product_id: id, amount: 2 });
      const checkout = await shop('orders/checkout', { payment_method: 1, address_id: order['address_id'] });
      expect(checkout.status).toBe(201);
    }
    const placed = await client.db(`${store.namespace}_orders`).collection('orders').countDocuments();
    const measure = (...args: string[]) =>
      runCommand('tools/operate/bytes-per-order.ts', args, environment());
    const { orders, sizes } = JSON.parse((await measure('--json')).stdout) as {
      orders: number;
      sizes: Size[];
    };
    expect(orders).toBe(placed);
    const ofResources = Object.values(services).flatMap(({ resources }) =>
      Object.entries(resources).map(([table, { collection = table }]) => collection),
    );
    const derived = Object.values(retention).flatMap(({ collections }) => [...collections]);
    const known = new Set<string>([...ofResources, ...derived]);
    const names = sizes.map(({ collection }) => collection.split('.').at(-1) ?? '');
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const bytesOf = (name: string) =>
      sizes.find(({ collection }) => collection.endsWith(`_orders.${name}`))?.data ?? NaN;
    // Each order needed two cart commands and a checkout. Their outcomes take about as much space as the
    // order.
    expect(bytesOf('inbox')).toBeLessThan(1.2 * bytesOf('orders'));
    expect((await measure()).stdout).toMatch(new RegExp(`_orders\\.orders\t${placed}\t`));
  });
});
