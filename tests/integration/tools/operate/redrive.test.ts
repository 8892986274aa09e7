import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import type { ChannelModel } from 'amqplib';

import { commandQueue, parkedQueue } from '#shared/amqp/topology.ts';
import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { eventually } from '../../../support/eventually.ts';
import { temporaryFolder } from '../../../support/servers.ts';
import { startTestStore } from '../../../support/store.ts';
import type { TestStore } from '../../../support/store.ts';

const root = join(import.meta.dirname, '../../../..');
const chaosFolder = join(temporaryFolder(), 'redrive');

let store: TestStore;
let client: AuditClient;
let broker: ChannelModel;
let order: Record<string, unknown>;
beforeAll(async () => {
  mkdirSync(chaosFolder, { recursive: true });
  store = await startTestStore({ env: { CHAOS: '1', CHAOS_FOLDER: chaosFolder } });
  client = await openAuditClient(store.servers.mongodbUri);
  broker = await connect(store.servers.rabbitmqUrl);
  const user = await send('POST', '/api/admin/users', { name: 'Ann', email: 'ann@example.com' });
  const place = { user_id: user.id, line1: 'Street 1', city: 'Cairo', country: 'EG' };
  const address = await send('POST', '/api/admin/addresses', place);
  order = { user_id: user.id, address_id: address.id, payment_method: 1, total: 5, status: 'pending' };
}, 120_000);
afterAll(async () => {
  await broker.close();
  await client.close();
  await store.stop();
}, 60_000);

async function send(method: string, path: string, json: object, headers: Record<string, string> = {}) {
  const token = await store.adminToken();
  const answer = await store.request(method, path, { token, json, headers });
  return (answer.body as { data: { id: number; notes?: string | null } }).data;
}

interface Ran {
  code: number;
  said: string;
}

/** The command as an operator runs it. */
function parked(...args: string[]): Promise<Ran> {
  const env = {
    ...process.env,
    MONGODB_URI: store.servers.mongodbUri,
    RABBITMQ_URL: store.servers.rabbitmqUrl,
    STORE_NAMESPACE: store.namespace,
  };
  return new Promise((resolve) => {
    const line = ['tools/operate/parked.ts', ...args, '--service', 'orders'];
    execFile(process.execPath, line, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });
}

async function readOrder(id: number): Promise<{ notes: string | null }> {
  const token = await store.adminToken();
  const answer = await store.request('GET', `/api/admin/orders/${id}`, { token });
  return (answer.body as { data: { notes: string | null } }).data;
}

test('redriving an update over newer changes names those changes and needs --force', async () => {
  const { id } = await send('POST', '/api/admin/orders', order);
  const failing = join(chaosFolder, 'fail.redrive-newer');
  writeFileSync(failing, '');
  const headers = { 'x-request-id': 'redrive-newer', prefer: 'respond-async' };
  await send('PUT', `/api/admin/orders/${id}`, { notes: 'from the past' }, headers);
  await eventually('the first failure', () => store.log('orders-worker').includes('A fault was injected'));
  await send('PUT', `/api/admin/orders/${id}`, { notes: 'newer' });
  const line = await eventually(
    'the parked command',
    async () => /orders\.update/.exec((await parked('list', '--json')).said)?.input,
    90_000,
  );
  rmSync(failing);
  const command = (JSON.parse(line) as { id: string }).id;
  for (const dry of [['--dry-run'], []]) {
    const refused = await parked('redrive', command, ...dry);
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(
      new RegExp(
        `left parked\\. orders/${id} has moved on since: version 2 by admin:\\S+ at \\S+ \\(notes\\)\\.`,
      ),
    );
  }
  expect((await readOrder(id)).notes).toBe('newer');
  expect((await parked('redrive', command, '--force')).code).toBe(0);
  await eventually('the redriven command', async () => (await readOrder(id)).notes === 'from the past');
}, 180_000);

test('redriving a command older than the inbox retention needs --force, and makes no second order', async () => {
  const channel = await broker.createConfirmChannel();
  const id = randomUUID().replaceAll('-', '');
  const longAgo = new Date(Date.now() - 8 * 24 * 3600 * 1000).toISOString();
  const command = {
    ...{ id, type: 'orders.create', params: {}, body: { ...order, notes: 'once' }, language: 'en' },
    ...{ caller: { area: 'admin', subject: 'ann', userId: null }, fingerprint: 'f', ifMatch: null },
    ...{ at: longAgo, requestId: 'redrive-old' },
  };
  const database = client.db(`${store.namespace}_orders`);
  const made = () => database.collection('orders').countDocuments({ notes: 'once' });
  const park = async (more = {}) => {
    const headers = { 'x-parked-from': commandQueue(store.namespace, 'orders', 0), ...more };
    channel.sendToQueue(parkedQueue(store.namespace, 'orders'), Buffer.from(JSON.stringify(command)), {
      ...{ messageId: id, headers, persistent: true },
    });
    await channel.waitForConfirms();
  };
  await park();
  const refused = await parked('redrive', '--all');
  expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/left parked\. .*over 7 days ago/)]);
  expect((await parked('redrive', id, '--force')).code).toBe(0);
  await eventually('the order', async () => (await made()) === 1);
  // Parked again after its redrive, when the inbox has long forgotten the first.
  await database.collection('inbox').deleteOne({ _id: id as never });
  await park({ 'x-redrive': 'the first' });
  expect((await parked('redrive', id, '--force')).code).toBe(0);
  await eventually('its outcome', () => database.collection('inbox').findOne({ _id: id as never }));
  expect(await made()).toBe(1);
}, 90_000);
