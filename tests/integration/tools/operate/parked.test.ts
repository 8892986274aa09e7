import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { ConfirmChannel } from 'amqplib';
import { declareCommandQueues, parkedQueue, serviceExchange } from '#shared/platform/amqp/topology.ts';
import { retention } from '#shared/contracts/retention.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { encode } from '#shared/engine/commands/messages.ts';
import { openParkedQueue, type ParkedQueue } from '#shared/engine/commands/parked/parked-queue.ts';
import { createRedriveCheck } from '#shared/engine/commands/parked/redrive-check.ts';
import { actOnParked } from '#tools/operate/parked/act-on-parked.ts';
import { readParkedOptions } from '#tools/operate/parked/parked-options.ts';
import { actOnAll, openParkedRecords, type OpenRecords } from '#tools/operate/parked/parked-records.ts';
import type { ParkedAction } from '#shared/engine/commands/parked/parked-records.ts';
import { knownData } from '#tools/operate/known-data.ts';
import { eventually } from '../../../support/eventually.ts';
import { pause } from '../../../support/pause.ts';
import { commandRunner } from '../../../support/commands/command-runner.ts';
import { ledgerCommand } from '../../../unit/support/ledger.ts';
import { sharedServers } from '../../../support/servers.ts';
import {
  openBroker,
  openDatabase,
  ownName,
  type OwnBroker,
  type OwnDatabase,
} from '../../support/own-servers.ts';

const service = 'orders';
const namespace = ownName();
/** Used instead of a command queue, which allows only one active consumer. */
const from = `${namespace}.back`;
const runCommand = commandRunner();
let broker: OwnBroker;
let own: OwnDatabase;
let channel: ConfirmChannel;
let records: OpenRecords;

beforeAll(async () => {
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  broker = await openBroker();
  channel = await broker.connection.createConfirmChannel();
  own = await openDatabase(`${namespace}_${service}`);
  records = await openParkedRecords(sharedServers().mongodbUri, namespace, service);
});
afterAll(async () => {
  await records.close();
  await own.close();
  await broker.close();
});
beforeEach(async () => {
  await declareCommandQueues(broker.channel, namespace, service);
  await broker.channel.assertQueue(from);
  await broker.channel.bindQueue(from, serviceExchange(namespace, service), from);
  for (const queue of [parkedQueue(namespace, service), from]) await broker.channel.purgeQueue(queue);
});

const newCommand = () => ({ ...ledgerCommand('open'), id: randomUUID() });

async function park(command: ReturnType<typeof newCommand>, headers: object = {}): Promise<void> {
  channel.sendToQueue(parkedQueue(namespace, service), encode(command), {
    messageId: command.id,
    headers: { 'x-parked-from': from, 'x-parked-reason': 'x', ...headers },
  });
  await channel.waitForConfirms();
}

/** Runs the operator's tool. With `broken`, the connection fails before the message is removed. */
async function act(action: ParkedAction, broken: 'whole' | 'broken' = 'whole'): Promise<number> {
  const queue = await openParkedQueue(broker.url, namespace, service);
  const failing: ParkedQueue = { ...queue, remove: () => Promise.reject(new Error('connection lost')) };
  try {
    const held = await queue.take();
    const context = { by: 'ann', json: false, pauseMs: 0, records };
    return await actOnAll(held, action, { ...context, queue: broken === 'broken' ? failing : queue });
  } finally {
    await queue.close();
  }
}

async function setDataVersion(version: number): Promise<void> {
  const meta = own.database.collection<{ _id: string }>('meta');
  const found = { version, release: '0.5.0' };
  await meta.updateOne({ _id: 'data-version' }, { $set: found }, { upsert: true });
}

async function recorded(id: string): Promise<string[]> {
  const audit = own.database.collection('parked_audit');
  const entries = await audit.find({ message_id: id }).sort({ at: 1 }).toArray();
  return entries.map(({ action, state }) => `${String(action)} ${String(state)}`);
}

test.each(['discard', 'redrive'] as const)(
  'the action %s on a parked command takes effect and is recorded once, even if the connection fails before the message is removed',
  async (action) => {
    const command = newCommand();
    await park(command);
    expect(await act(action, 'broken')).toBe(1);
    expect(await recorded(command.id)).toEqual([`${action} done`]);
    expect(await act(action)).toBe(0);
    expect(await recorded(command.id)).toEqual([`${action} done`]);
    expect(await broker.count(parkedQueue(namespace, service))).toBe(0);
    expect(await broker.count(from)).toBe(action === 'redrive' ? 1 : 0);
  },
);

test('a parked command that an operator sent again and that was parked again can be sent a second time', async () => {
  const command = newCommand();
  await park(command);
  await act('redrive');
  const redriven = await broker.channel.get(from, { noAck: true });
  await park(command, redriven ? redriven.properties.headers : {});
  await act('redrive');
  expect(await recorded(command.id)).toEqual(['redrive done', 'redrive done']);
  expect(await broker.count(from)).toBe(1);
});

test('if an operator sends a parked command again, and the client’s retry of this command is then parked, the operator can send the retry again too', async () => {
  const command = newCommand();
  await park(command);
  await act('redrive');
  await park({ ...command, at: '2026-06-01T00:00:00.000Z' });
  await act('redrive');
  expect(await recorded(command.id)).toEqual(['redrive done', 'redrive done']);
  expect(await broker.count(from)).toBe(2);
});

test('an operator can send a parked command again if a restore has raised the versions of its record, unless the record has changed since', async () => {
  const record = { collection: 'orders', id: 12 };
  const [accepted, restored, changed] = ['10', '11', '12'].map((hour) => `2026-11-20T${hour}:00:00.000Z`);
  await park({ ...newCommand(), at: accepted ?? '' }, { 'x-met': 'orders/12@5' });
  const raised = { version: 1_000_005, updated_at: '2026-11-20T09:00:00.000Z' };
  const orders = own.database.collection<{ _id: number }>('orders');
  await orders.insertOne({ _id: 12, ...raised });
  const meta = own.database.collection<{ _id: string }>('meta');
  await meta.insertOne({ _id: 'restores', epoch: 1, list: [{ at: restored }] } as never);
  const objections = createRedriveCheck(driverDatabase(own.database), () => record);
  const queue = await openParkedQueue(broker.url, namespace, service);
  const [held] = await queue.take();
  if (!held) throw new Error('No command is parked');
  const ofRecord = async () =>
    (await objections(held)).map(({ detail }) => detail).filter((detail) => detail.includes('orders/12'));
  expect(await ofRecord()).toEqual([]);
  await orders.updateOne({ _id: 12 }, { $set: { version: 1_000_006, updated_at: changed } });
  expect(await ofRecord()).toEqual([`orders/12 has changed since: version 1000006 at ${changed ?? ''}.`]);
  await meta.deleteOne({ _id: 'restores' });
  await orders.updateOne({ _id: 12 }, { $set: raised });
  expect(await ofRecord()).toHaveLength(1);
  await orders.deleteOne({ _id: 12 });
  await queue.close();
});

test('a parked command that was executed later is reported as done', async () => {
  const [done, waiting] = [newCommand(), newCommand()];
  const inbox = own.database.collection('inbox');
  await inbox.insertMany([
    { _id: done.id, state: 'done' },
    { _id: waiting.id, state: 'parked' },
  ] as never[]);
  expect(await records.ended([done.id, waiting.id, 'unheard-of'])).toEqual(new Map([[done.id, 'done']]));
});

test('npm run parked finds a parked command by its id even if another process briefly holds the command’s message', async () => {
  const command = newCommand();
  await park(command);
  const other = await openParkedQueue(broker.url, namespace, service);
  await other.take();
  const options = readParkedOptions(['discard', command.id, '--dry-run', '--service', service]);
  if (options === null) throw new Error('The command only prints its help');
  const { mongodbUri, rabbitmqUrl } = sharedServers();
  const ended = actOnParked(options, { mongodbUri, rabbitmqUrl, namespace });
  await pause(500);
  await other.close();
  expect(await ended).toBe(0);
});

test('npm run parked discards a command with times of the database’s clock if the clock of the operator’s machine is a month ahead', async () => {
  const command = newCommand();
  await park(command);
  await setDataVersion(knownData[service].floor);
  const clock = `const Own = Date;
    globalThis.Date = class extends Own {
      constructor(...given) { super(...(given.length > 0 ? given : [Date.now()])); }
      static now() { return Own.now() + 30 * 24 * 3600 * 1000; }
    };`;
  const preload = ['--import', `data:text/javascript,${encodeURIComponent(clock)}`];
  const words = ['tools/operate/parked.ts', 'discard', command.id, '--service', service];
  const { mongodbUri, rabbitmqUrl } = sharedServers();
  const env = { MONGODB_URI: mongodbUri, RABBITMQ_URL: rabbitmqUrl, STORE_NAMESPACE: namespace };
  const start = Date.now();
  await promisify(execFile)(process.execPath, [...preload, ...words], { env: { ...process.env, ...env } });
  const entry = await own.database.collection('parked_audit').findOne({ message_id: command.id });
  const outcome = await own.database.collection('inbox').findOne({ _id: command.id as never });
  const times = [entry?.['at'], entry?.['finished_at'], outcome?.['decided_at']].map((at) => at as string);
  for (const at of times) expect(Math.abs(Date.parse(at) - start)).toBeLessThan(60_000);
  const keptMs = (outcome?.['expires_at'] as Date).getTime() - start;
  expect(Math.abs(keptMs - retention.outcomes.keptMs)).toBeLessThan(60_000);
});

test.each(['list', 'redrive --all --force', 'discard --all'])(
  'npm run parked -- %s refuses data that is too old for this release, prints the remedy and leaves the command parked',
  async (words) => {
    await park(newCommand());
    await setDataVersion(knownData[service].floor - 1);
    const refused = await runCommand('tools/operate/parked.ts', [...words.split(' '), '--service', service], {
      MONGODB_URI: sharedServers().mongodbUri,
      RABBITMQ_URL: broker.url,
      STORE_NAMESPACE: namespace,
    });
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^The data of orders has version 7, but this release reads only version 8 or later\. Start release 0\.6\.0 [^\n]+\n$/,
      ) as unknown,
    });
    // The broker returns the message to the queue after it has closed the command's channel.
    const isBack = async () => (await broker.count(parkedQueue(namespace, service))) === 1;
    await eventually('the parked command', isBack);
  },
);
