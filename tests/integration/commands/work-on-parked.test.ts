import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ConfirmChannel } from 'amqplib';
import { commandQueue, declareCommandQueues, parkedQueue } from '#shared/platform/amqp/topology.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { engineModels } from '#shared/engine/commands/engine-models.ts';
import { encode } from '#shared/engine/commands/messages.ts';
import { openParkedQueue } from '#shared/engine/commands/parked/parked-queue.ts';
import type { ParkedAction } from '#shared/engine/commands/parked/parked-records.ts';
import { parkedRequest, type ParkedRequest } from '#shared/engine/commands/parked/parked-request.ts';
import { startParkedWork } from '#shared/engine/commands/parked/work-on-parked.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerCommand } from '../../unit/support/ledger.ts';
import {
  openBroker,
  openDatabase,
  ownName,
  quiet,
  type OwnBroker,
  type OwnDatabase,
} from '../support/own-servers.ts';

const service = 'orders';
const namespace = ownName();
let broker: OwnBroker;
let own: OwnDatabase;
let channel: ConfirmChannel;
let work: ReturnType<typeof startParkedWork>;
/** Whether the look-up of the record of commands with the type `failing` throws an error. */
let isFailing = true;
const logged: object[] = [];

const requests = () => driverCollection<ParkedRequest>(engineModels(own.database).parkedRequests);

beforeAll(async () => {
  broker = await openBroker();
  channel = await broker.connection.createConfirmChannel();
  own = await openDatabase();
  await declareCommandQueues(broker.channel, namespace, service);
  work = startParkedWork({
    url: broker.url,
    namespace,
    service,
    database: own.database,
    models: engineModels(own.database),
    addressed: ({ type }) => {
      if (isFailing && type === 'failing') throw new Error('a defect');
      return null;
    },
    retryMs: 100,
    log: Object.assign(Object.create(quiet) as typeof quiet, { info: (line: object) => logged.push(line) }),
  });
});
afterAll(async () => {
  await work.close();
  await own.close();
  await broker.close();
});

async function park(type = 'open', headers: object = {}, at = new Date().toISOString()): Promise<string> {
  const command = { ...ledgerCommand(type), id: randomUUID(), at };
  const target = parkedQueue(namespace, service);
  channel.sendToQueue(target, encode(command), { messageId: command.id, headers });
  await channel.waitForConfirms();
  return command.id;
}

/** Stores a request for the command. Returns a function that waits until a worker has tried the request after `since`, and left it in this state. */
async function ask(command: string, action: ParkedAction, soughtMs = 0) {
  const asked = { action, by: 'admin:ann', because: 'a test', isForced: false };
  const request = parkedRequest(command, asked, soughtMs);
  await requests().insertOne(request);
  return (state: ParkedRequest['state'], since = '') =>
    eventually(
      `the ${action} to be ${state}`,
      async () => {
        const found = await requests().findOne({ _id: request._id });
        return found?.state === state && (found.tried_at ?? '') > since ? found : null;
      },
      30_000,
    );
}

test('a redrive of a parked command that does not name the queue it came from ends without an effect, and the command can still be discarded', async () => {
  const command = await park();
  const redrive = await ask(command, 'redrive');
  await redrive('no-origin');
  const discard = await ask(command, 'discard');
  await discard('done');
});

test('the log line of a refused redrive has the codes of the objections, and not their texts, which may name a shopper', async () => {
  const from = { 'x-parked-from': commandQueue(namespace, service, 0) };
  const command = await park('open', from, '2020-01-01T00:00:00.000Z');
  const redrive = await ask(command, 'redrive');
  expect((await redrive('objections')).detail).toContain('2020-01-01');
  const isOfCommand = (line: object) => 'command_id' in line && line.command_id === command;
  const line = await eventually('the log line', () => Promise.resolve(logged.find(isOfCommand) ?? null));
  expect(line).toMatchObject({ state: 'objections', detail: ['accepted_long_ago'] });
});

test('a request on a parked command that fails is retried, and does not block the later requests', async () => {
  const command = await park('failing', { 'x-parked-from': commandQueue(namespace, service, 0) });
  const redrive = await ask(command, 'redrive');
  const later = await ask(await park(), 'discard');
  await later('done');
  await redrive('asked');
  isFailing = false;
  await redrive('done');
});

test('a worker searches longer for the message of a cancelled command than for one that staff discard, because another process may hold it', async () => {
  const command = await park();
  const other = await openParkedQueue(broker.url, namespace, service);
  await other.take();
  const byStaff = await ask(command, 'discard');
  const ofCancelled = await ask(command, 'discard', 60_000);
  await byStaff('absent');
  const { tried_at: first } = await ofCancelled('asked');
  // A second attempt shows that the first one has left the request open.
  await ofCancelled('asked', first);
  await other.close();
  await ofCancelled('done');
});
