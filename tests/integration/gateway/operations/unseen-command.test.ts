import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ProcessName } from '#deploy/processes.ts';
import { operationId, operationPath, readOperationId } from '#services/gateway/operations/operation-id.ts';
import { commandQueue, partitions } from '#shared/amqp/topology.ts';
import { eventually } from '../../../support/eventually.ts';
import { startTestStore } from '../../../support/store.ts';
import type { TestStore } from '../../../support/store.ts';
import { openBroker } from '../../support/own-servers.ts';
import type { OwnBroker } from '../../support/own-servers.ts';

let store: TestStore;
let broker: OwnBroker;
let token: string;
beforeAll(async () => {
  store = await startTestStore();
  broker = await openBroker();
  token = await store.adminToken();
}, 90_000);
afterAll(async () => {
  await broker.close();
  await store.stop();
}, 60_000);

async function kill(name: ProcessName): Promise<void> {
  store.kill(name, 'SIGKILL');
  const isAway = () => store.processes().every((one) => one.name !== name || one.pid === undefined);
  await eventually(`${name} to be away`, isAway);
}

const headers = { 'idempotency-key': 'unseen', prefer: 'respond-async' };
const texts = { name: 'text', description: 'text' };
const writes = {
  orders: ['/api/admin/users', { name: 'Somebody', email: 'somebody@example.com' }],
  catalog: ['/api/admin/subscriptions', { price: 1, en: texts, ar: texts }],
} as const;
async function accept(service: keyof typeof writes): Promise<string> {
  const [path, json] = writes[service];
  const answer = await store.request('POST', path, { token, json, headers });
  expect(answer.status).toBe(202);
  return answer.headers.get('location') ?? '';
}
async function read(path: string, language = 'en') {
  const answer = await store.request('GET', path, { token, headers: { 'accept-language': language } });
  return (answer.body as { data: { status: string; note?: string } }).data;
}

/** The same operation as if it had been accepted a minute earlier, to save the wait. */
function aMinuteEarlier(path: string): string {
  const signs = store.secrets['OPERATION_ID_KEY'] ?? '';
  const reference = readOperationId(path.split('/').at(-1) ?? '', { signs, accepted: [] }, Date.now());
  if (!reference) throw new Error(`${path} is not of this store`);
  const at = new Date(Date.parse(reference.at) - 61_000).toISOString();
  return operationPath(operationId({ ...reference, at }, { signs }));
}

test('a command that no queue holds reads as unknown after a minute; a waiting one reads as queued', async () => {
  await Promise.all([kill('orders-worker'), kill('catalog-worker')]);
  const [young, waiting] = [await accept('orders'), await accept('catalog')];
  const lost = aMinuteEarlier(young);
  for (let partition = 0; partition < partitions; partition += 1)
    await broker.channel.purgeQueue(commandQueue(store.namespace, 'orders', partition));
  await store.start('orders-worker');

  await eventually('it to be unknown', async () => (await read(lost)).status === 'unknown');
  expect((await read(young)).status).toBe('queued');
  expect((await read(lost)).note).toMatch(/Retry the request with the same Idempotency-Key/);
  expect((await read(lost, 'ar')).note).toMatch(/أعد إرسال الطلب بنفس Idempotency-Key/);
  const stream = await store.request('GET', `${lost}/events`, { token });
  expect(stream.text.match(/"status":"unknown"/g)).toHaveLength(1);
  expect(await read(waiting)).toMatchObject({ status: 'queued', note: expect.stringMatching(/No worker/) });

  // A retry is the same command; the other one is done as soon as there is a worker.
  await accept('orders');
  await eventually('the retry to be done', async () => (await read(lost)).status === 'succeeded');
  await store.start('catalog-worker');
  await eventually('the other to be done', async () => (await read(waiting)).status === 'succeeded');
}, 120_000);
