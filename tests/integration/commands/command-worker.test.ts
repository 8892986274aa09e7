import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { GetMessage, Options } from 'amqplib';
import mongoose from 'mongoose';
import { createBells } from '#shared/platform/amqp/bells.ts';
import {
  commandQueue,
  eventQueue,
  eventsExchange,
  givenUpQueue,
  parkedQueue,
  partitions,
  repliesExchange,
  retryDelays,
  retryExchange,
  serviceExchange,
} from '#shared/platform/amqp/topology.ts';
import { startCommandWorker, type CommandWorker } from '#shared/engine/commands/command-worker.ts';
import { fromInboxDocument, recordParked } from '#shared/engine/commands/inbox.ts';
import {
  attemptHeader,
  decodeReplies,
  encode,
  givenUpHeader,
  type Reply,
  toCloudEvent,
} from '#shared/engine/commands/messages.ts';
import { createReplier } from '#shared/engine/commands/reply.ts';
import type { RunBatch } from '#shared/engine/commands/run-batch.ts';
import type { Delivered } from '#shared/engine/decide/decide-batch.ts';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { createReleaseCheck } from '#shared/engine/commands/delivery.ts';
import { ledgerCommand, ledgerHandlers } from '../../unit/support/ledger.ts';
import { endsOf, openLedger, type Ledger } from '../support/ledger-store.ts';
import { ownName, quiet, useBroker } from '../support/own-servers.ts';
import { notTheDate } from '../support/faked-date.ts';
import { eventually } from '../../support/eventually.ts';
import { pause } from '../../support/pause.ts';
import { startTcpProxy, throughProxy } from '../../support/tcp-proxy.ts';

const { MongoServerError } = mongoose.mongo;

const service = 'catalog';
const broker = await useBroker();
let ledger: Ledger;
let namespace: string;
let workers: CommandWorker[];
let parkedAs: { id: string; reason: string }[];
let isDatabaseAway: boolean;
let replies: Map<string, Reply>;
/** The bulk work whose end the worker reported, keyed by the correlation id of the waiting request. */
let ended: Map<string, BulkOperation>;
let replyTo: string;

beforeEach(async () => {
  ledger = await openLedger();
  namespace = ownName();
  workers = [];
  parkedAs = [];
  isDatabaseAway = false;
  replies = new Map<string, Reply>();
  ended = new Map<string, BulkOperation>();
  const { queue } = await broker.channel.assertQueue('', { exclusive: true });
  replyTo = queue;
  await broker.channel.assertExchange(repliesExchange(namespace), 'direct', { durable: true });
  await broker.channel.bindQueue(queue, repliesExchange(namespace), queue);
  await broker.channel.consume(
    queue,
    (message) => {
      for (const one of message ? decodeReplies(message.content) : []) {
        if ('ends' in one) ended.set(one.ends, one.operation);
        else replies.set(one.correlationId, one);
      }
    },
    { noAck: true },
  );
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await ledger.close();
  await broker.channel.deleteQueue(replyTo);
  for (let partition = 0; partition < partitions; partition += 1) {
    await broker.channel.deleteQueue(commands(partition));
  }
  for (const delay of retryDelays) {
    await broker.channel.deleteQueue(retryOf(delay));
    await broker.channel.deleteExchange(retryOf(delay));
  }
  for (const queue of [givenUp(), parkedMessages(), eventQueue(namespace, service)])
    await broker.channel.deleteQueue(queue);
  for (const exchange of [eventsExchange, repliesExchange]) {
    await broker.channel.deleteExchange(exchange(namespace));
  }
  await broker.channel.deleteExchange(serviceExchange(namespace, service));
});

const commands = (partition = 0) => commandQueue(namespace, service, partition);
const retryOf = (delay: (typeof retryDelays)[number]) => retryExchange(namespace, service, delay);
const givenUp = () => givenUpQueue(namespace, service);
const parkedMessages = () => parkedQueue(namespace, service);

async function startWorker(
  run: RunBatch = ledger.runner(),
  more: Partial<Parameters<typeof startCommandWorker>[0]> = {},
): Promise<CommandWorker> {
  const worker = startCommandWorker({
    url: broker.url,
    namespace,
    service,
    follows: [],
    run,
    handBackAfterMs: 45_000,
    log: quiet,
    recordParked: (command, reason) => {
      parkedAs.push({ id: command.id, reason });
      if (isDatabaseAway) return Promise.reject(new Error('the database is away'));
      return recordParked(ledger.models, command, reason);
    },
    replier: createReplier(namespace, quiet),
    bells: createBells({ namespace, log: quiet }),
    began: () => undefined,
    ...more,
  });
  workers.push(worker);
  await worker.ready;
  return worker;
}

async function recordOf(id: string): Promise<InboxRecord | null> {
  const document = await ledger.models.inbox.findById(id).lean();
  return document && fromInboxDocument(document);
}

function sendBytes(bytes: Buffer, options: Options.Publish = {}, partition = 0): void {
  broker.channel.sendToQueue(commands(partition), bytes, { persistent: true, ...options });
}

function send(command: Command, headers: Record<string, unknown> = {}, partition = 0): Command {
  sendBytes(
    encode(command),
    { messageId: command.id, correlationId: command.id, replyTo, headers },
    partition,
  );
  return command;
}

const reply = (to: Pick<Command, 'id'>) => eventually(`a reply to ${to.id}`, () => replies.get(to.id));
const parked = (): Promise<GetMessage> =>
  eventually('a parked message', () =>
    broker.channel.get(parkedMessages(), { noAck: true }),
  ) as Promise<GetMessage>;
const waitingIn = (queue: string) => broker.count(queue);
/** A condition for `eventually`. Null: the queue does not exist. */
const has = (queue: string, count: number | null) => async () => (await waitingIn(queue)) === count;
const pay = (account: number, amount: number) =>
  ledgerCommand('pay', { account, amount }, { id: randomUUID() });
const open = () => ledgerCommand('open', {}, { id: randomUUID() });

describe('the command worker', () => {
  test('the worker commits commands in queue order and replies to each command', async () => {
    await startWorker();
    await reply(send(open()));
    const sent = [5, -3, -7, 1].map((amount) => send(pay(1, amount)));
    const codes = [];
    for (const command of sent) {
      const { outcome } = await reply(command);
      codes.push('status' in outcome ? outcome.status : outcome.problem.code);
    }
    expect(codes).toEqual([200, 200, 'validation_failed', 200]);
    expect(await ledger.balances()).toEqual([3]);
    await eventually('everything to be acked', has(commands(), 0));
  });

  test('if a command starts bulk work, the worker passes the command’s reply address to the bulk runner, also when the command is sent again', async () => {
    const began: unknown[] = [];
    const outcome = { status: 202, location: null, version: null, body: null, background: true as const };
    const run: RunBatch = (deliveries) =>
      Promise.resolve(deliveries.map(() => ({ kind: 'decided', replayed: began.length > 0, outcome })));
    await startWorker(run, { began: (...args) => began.push(args) });
    const sent = send(open());
    await reply(sent);
    replies.clear();
    send(sent);
    expect(await reply(sent)).toMatchObject({ replayed: true });
    const address = [sent.id, { replyTo, correlationId: sent.id }];
    await eventually('both commands to begin the bulk work', () => began.length === 2);
    expect(began).toEqual([address, address]);
  });

  test('when bulk work ends, the worker reports the end to a waiting gateway even if another waiting gateway has stopped', async () => {
    const replier = createReplier(namespace, quiet);
    await startWorker(ledger.runner(), { replier });
    const operation = { _id: 'bulk', status: 'succeeded' } as BulkOperation;
    replier.replyEnded(operation, [
      { replyTo: 'amq.gen-stopped', correlationId: '1' },
      { replyTo, correlationId: '2' },
    ]);
    expect(await eventually('the end', () => ended.get('2'))).toEqual(operation);
    expect((await reply(send(open()))).outcome).toMatchObject({ status: 201 });
  });

  test.each([
    ['not JSON', '{"id":'],
    ['a command without a caller', '{"id":"x","type":"open","caller":null}'],
  ])(
    'the worker immediately moves a message that is %s to the queue of parked messages, and handles the next message',
    async (_name, bytes) => {
      await startWorker();
      sendBytes(Buffer.from(bytes), { messageId: 'bad' });
      const sent = send(open());
      await reply(sent);
      const message = await parked();
      expect(message.content.toString()).toBe(bytes);
      expect(message.properties.headers).toMatchObject({
        'x-parked-reason': 'The message is no command',
        'x-parked-from': commands(),
      });
    },
  );

  test('the worker retries a failing command after a delay and handles other commands meanwhile', async () => {
    await startWorker();
    const broken = send({ ...ledgerCommand('break'), id: randomUUID() });
    await reply(send(open()));
    await eventually('the command to wait for its next try', has(retryOf(retryDelays[0]), 1));
    const next = retryOf(retryDelays[1]);
    await eventually('the command to have been tried a second time', has(next, 1));
    const waiting = await broker.channel.get(next);
    expect(waiting && waiting.properties.headers).toMatchObject({ [attemptHeader]: 2 });
    expect(waiting && waiting.properties).toMatchObject({
      messageId: broken.id,
      correlationId: broken.id,
      replyTo,
    });
    expect(replies.has(broken.id)).toBe(false);
    expect(parkedAs).toEqual([]);
  });

  test('if the last retry of a command fails, the worker parks it with the error, and executes it when an operator sends it again', async () => {
    await startWorker();
    const { id } = send(
      { ...ledgerCommand('break'), id: randomUUID() },
      { [attemptHeader]: retryDelays.length },
    );
    const message = await parked();
    expect(message.properties.headers).toMatchObject({ 'x-parked-reason': 'TypeError: a defect' });
    expect(parkedAs).toEqual([{ id, reason: 'TypeError: a defect' }]);
    const repaired = { ...(JSON.parse(message.content.toString()) as Command), type: 'open' };
    send(repaired);
    expect((await reply(repaired)).outcome).toMatchObject({ status: 201 });
  });

  /** Rejects a command until it exceeds the delivery limit. */
  const giveUp = async (command: Command, headers: Record<string, unknown> = {}): Promise<void> => {
    const queue = commands();
    send(command, headers);
    const { consumerTag } = await broker.channel.consume(queue, (message) => {
      if (message) broker.channel.reject(message, true);
    });
    await eventually('the broker to dead-letter the command', has(givenUp(), 1));
    await broker.channel.cancel(consumerTag);
  };
  const firstWorker = async () => (await startWorker()).close();

  test('the worker executes a command that never failed but was delivered more often than the broker’s delivery limit allows', async () => {
    await firstWorker();
    const sent = open();
    await giveUp(sent);
    await startWorker();
    expect((await reply(sent)).outcome).toMatchObject({ status: 201 });
    await eventually('the queue of dead-lettered commands to be empty', has(givenUp(), 0));
    expect([parkedAs, await waitingIn(parkedMessages())]).toEqual([[], 0]);
  });

  test('the worker retries a command that exceeded the broker’s delivery limit, and parks it if every try fails', async () => {
    await firstWorker();
    const sent = open();
    // The broker has dead-lettered the command four times before.
    await giveUp(sent, { [givenUpHeader]: 4 });
    let tries = 0;
    isDatabaseAway = true;
    const run = ledger.runner();
    const worker = await startWorker((deliveries) => {
      if (deliveries.some(({ command }) => command.id === sent.id)) {
        tries += 1;
        throw new Error('its worker dies');
      }
      return run(deliveries);
    });
    await eventually('a first try to record the parking', () => parkedAs.length > 0, 60_000);
    expect([tries, await waitingIn(parkedMessages())]).toEqual([2, 0]);
    isDatabaseAway = false;
    const { content, properties } = await parked();
    const reason =
      'no worker finished it in 20 deliveries, nor in 6 more alone: each worker died, or returned it during an outage';
    const queue = commands();
    expect(properties.headers).toMatchObject({ 'x-parked-reason': reason, 'x-parked-from': queue });
    expect(parkedAs.at(-1)).toEqual({ id: sent.id, reason });
    await worker.close();
    await startWorker();
    // After the redrive the command is done, and its operation is no longer parked.
    send(JSON.parse(content.toString()) as Command);
    expect((await reply(sent)).outcome).toMatchObject({ status: 201 });
    expect(await recordOf(sent.id)).toMatchObject({ state: 'done' });
  });

  test('while a command is still searching for its records, later commands of its queue are executed and acknowledged', async () => {
    const slow = open();
    const search = Promise.withResolvers<undefined>();
    const run = ledger.runner();
    const isSlow = ({ command }: Delivered) => command.id === slow.id;
    const worker = await startWorker(
      async (deliveries) => {
        if (deliveries.some(isSlow)) await search.promise;
        return run(deliveries);
      },
      { selects: isSlow },
    );
    send(slow);
    for (const sent of [open(), open()])
      expect((await reply(send(sent))).outcome).toMatchObject({ status: 201 });
    expect(replies.size).toBe(2);
    search.resolve(undefined);
    await reply(slow);
    expect((await reply(send(open()))).outcome).toMatchObject({ status: 201 });
    expect(worker.isConsuming).toBe(true);
    await worker.close();
    expect(await waitingIn(commands())).toBe(0);
  });

  test('a worker reports up to which time it has received all commands by the database’s clock, even if the worker’s own clock is fast', async () => {
    const now = Date.now();
    jest.useFakeTimers({ now: now + 100 * 3600 * 1000, doNotFake: notTheDate });
    try {
      const worker = await startWorker();
      expect(worker.takenUpTo()).toBeNull();
      const steady = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => steady() + 60_000);
      const upTo = Date.parse(worker.takenUpTo() ?? '');
      expect(upTo).toBeGreaterThan(now);
      expect(upTo).toBeLessThanOrEqual(storeNow().getTime());
    } finally {
      jest.useRealTimers();
      jest.restoreAllMocks();
    }
  });

  test('if a command that is already committed is delivered again and then fails, the worker does not park the command', async () => {
    await startWorker();
    const sent = send(open());
    await reply(sent);
    const failing = await startWorker(() => Promise.resolve([{ kind: 'threw', error: new TypeError('x') }]));
    for (const worker of workers) if (worker !== failing) await worker.close();
    send(sent, { [attemptHeader]: retryDelays.length });
    await eventually('the worker to look up the outcome of the command', () => parkedAs.length > 0);
    const queue = commands();
    await failing.close();
    expect([await waitingIn(queue), await waitingIn(parkedMessages())]).toEqual([0, 0]);
    expect(await recordOf(sent.id)).toMatchObject({ state: 'done' });
  });

  test('if the last retry of a command fails with an unknown database error, the worker retries the command again instead of parking it', async () => {
    const unknownCode = new MongoServerError({ message: 'x', code: 987_654 });
    await startWorker((deliveries) =>
      Promise.resolve(deliveries.map(() => ({ kind: 'threw' as const, error: unknownCode }))),
    );
    const sent = send(open(), { [attemptHeader]: retryDelays.length });
    const retry = retryOf(retryDelays[2]);
    await eventually('the command to wait in the last retry queue', has(retry, 1));
    const waiting = await broker.channel.get(retry);
    expect(waiting && waiting.properties).toMatchObject({
      messageId: sent.id,
      headers: { [attemptHeader]: retryDelays.length },
    });
    expect(parkedAs).toEqual([]);
  });

  test('while the database hangs, a worker returns its commands to their queue and takes none; it executes them when the database responds', async () => {
    const answers = Promise.withResolvers<undefined>();
    const run = ledger.runner();
    let batches = 0;
    const worker = await startWorker(
      async (deliveries) => {
        batches += 1;
        await answers.promise;
        return run(deliveries);
      },
      { handBackAfterMs: 300 },
    );
    const queue = commands();
    const sent = [send(open())];
    await eventually('a batch in work', () => batches === 1);
    sent.push(send(open()), send(open()));
    await eventually('all commands to be returned to their queue', has(queue, 3));
    // Longer than the worker holds messages. If the worker had consumed the messages again, a second batch
    // would have begun by now.
    await pause(500);
    expect([batches, await waitingIn(queue), worker.isHandedBack]).toEqual([1, 3, true]);
    answers.resolve(undefined);
    for (const command of sent) expect((await reply(command)).outcome).toMatchObject({ status: 201 });
    await eventually('all commands to be acked', has(queue, 0));
    expect(await ledger.balances()).toHaveLength(3);
    await eventually('the worker to consume again', () => worker.isConsuming && !worker.isHandedBack);
  });

  test('if a worker fails before its commit, another worker executes its command exactly once', async () => {
    const stuck = Promise.withResolvers<undefined>();
    const seen = Promise.withResolvers<undefined>();
    const first = await startWorker(async () => {
      seen.resolve(undefined);
      await stuck.promise;
      throw new Error('it never came to its commit');
    });
    const sent = send(open());
    await seen.promise;
    await startWorker();
    expect(replies.size).toBe(0);
    stuck.resolve(undefined);
    const { outcome } = await reply(sent);
    expect(outcome).toMatchObject({ status: 201 });
    await first.close();
    expect(await ledger.balances()).toEqual([0]);
  });

  test('if RabbitMQ disappears while a worker closes the channel of a failed batch, the worker executes the batch on its next connection', async () => {
    const proxy = await startTcpProxy(broker.url);
    const run = ledger.runner();
    let batches = 0;
    const worker = await startWorker(
      (deliveries) => {
        batches += 1;
        if (batches > 1) return run(deliveries);
        proxy.blackHole();
        // Breaks the connections after the worker has sent its request to close the channel.
        setImmediate(proxy.heal);
        throw new Error('the batch fails');
      },
      { url: throughProxy(broker.url, proxy) },
    );
    const { id } = send(open());
    // The worker may execute the batch before its connection for replies is open, so the test does not wait for a reply.
    await eventually('the outcome', async () => (await recordOf(id))?.state === 'done');
    await worker.close();
    await proxy.close();
  });

  test('the worker recreates a deleted command queue and consumes from it again', async () => {
    const worker = await startWorker();
    await broker.channel.deleteQueue(commands(3));
    await eventually('a new queue and a consumer', async () => {
      const queue = commands(3);
      if ((await broker.count(queue)) === null) return false;
      return (await broker.channel.checkQueue(queue)).consumerCount > 0 && worker.isConsuming;
    });
    await reply(send(open(), {}, 3));
  });

  test('after a command queue is deleted, the worker executes each command received from it exactly once and recreates the queue', async () => {
    const go = Promise.withResolvers<undefined>();
    const run = ledger.runner();
    const sizes: number[] = [];
    const worker = await startWorker(async (deliveries) => {
      sizes.push(deliveries.length);
      await go.promise;
      return run(deliveries);
    });
    const queue = commands();
    const sent = [send(open())];
    await eventually('the first batch', () => sizes.length === 1);
    sent.push(...[1, 2, 3].map(() => send(open())), send(open(), {}, 1));
    for (const partition of [0, 1])
      await eventually('all commands to be delivered to the worker', has(commands(partition), 0));
    await broker.channel.deleteQueue(queue);
    await eventually('the queue to be gone', has(queue, null));
    // Gives the broker time to notify the worker.
    await pause(500);
    go.resolve(undefined);
    for (const command of sent) expect((await reply(command)).outcome).toMatchObject({ status: 201 });
    await eventually('a new queue', async () => (await waitingIn(queue)) !== null && worker.isConsuming);
    await reply(send(open()));
    expect(await ledger.balances()).toHaveLength(sent.length + 1);
  });

  test('commands that arrive during a batch are executed together in the next batch', async () => {
    const sizes: number[] = [];
    const go = Promise.withResolvers<undefined>();
    const run = ledger.runner();
    await startWorker(async (deliveries) => {
      sizes.push(deliveries.length);
      await go.promise;
      return run(deliveries);
    });
    const sent = [send(open())];
    await eventually('the first batch', () => sizes.length === 1);
    for (let partition = 0; partition < partitions; partition += 1) {
      for (let count = 0; count < 5; count += 1) sent.push(send(open(), {}, partition));
    }
    await eventually('all commands to be delivered to the worker', async () => {
      const counts = Array.from({ length: partitions }, (_, partition) => waitingIn(commands(partition)));
      return (await Promise.all(counts)).every((count) => count === 0);
    });
    // Gives the broker time to deliver all messages.
    await pause(500);
    go.resolve(undefined);
    for (const command of sent) await reply(command);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(41);
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(20);
    expect(await ledger.balances()).toHaveLength(41);
  });

  test('several workers share the command queues on RabbitMQ 4 or later, and one worker handles all queues on earlier versions', async () => {
    const { version } = broker.connection.connection.serverProperties;
    const workedOn: number[][] = [[], [], [], [], [], []];
    for (const partitionsOfOne of workedOn) {
      const run = ledger.runner();
      await startWorker((deliveries) => {
        partitionsOfOne.push(deliveries.length);
        return run(deliveries);
      });
    }
    for (let partition = 0; partition < partitions; partition += 1) await reply(send(open(), {}, partition));
    const busy = workedOn.filter((batches) => batches.length > 0).length;
    if (Number.parseInt(version, 10) >= 4) expect(busy).toBeGreaterThan(1);
    else expect(busy).toBe(1);
    expect(await ledger.balances()).toHaveLength(partitions);
  });

  test('the worker handles only the events that it subscribes to, and stores no outcomes for events', async () => {
    const seen: Command[] = [];
    await startWorker(
      (deliveries) => {
        seen.push(...deliveries.filter(({ keepsInbox }) => !keepsInbox).map(({ command }) => command));
        return ledger.runner()(deliveries);
      },
      { follows: ['ledger.account.*.v1'] },
    );
    const draft = { subject: 'accounts/1', data: { version: 1 } };
    const event = (type: string) =>
      encode(
        toCloudEvent(
          { type, ...draft },
          { source: '/x', now: new Date().toISOString(), traceparent: undefined },
        ),
      );
    broker.channel.publish(eventsExchange(namespace), 'other.v1', event('other.v1'));
    broker.channel.publish(
      eventsExchange(namespace),
      'ledger.account.opened.v1',
      event('ledger.account.opened.v1'),
    );
    broker.channel.publish(eventsExchange(namespace), 'ledger.account.opened.v1', Buffer.from('no event'));
    await eventually('the event', () => seen.length === 1);
    expect(seen).toMatchObject([{ type: 'ledger.account.opened.v1', body: { version: 1 } }]);
    expect((await parked()).content.toString()).toBe('no event');
    expect(await ledger.models.inbox.countDocuments()).toBe(0);
  });
});

describe('messages of a later release', () => {
  const lend: NonNullable<Parameters<Ledger['runner']>[1]> = {
    lend: {
      needs: () => ({ sequences: ['accounts'] }),
      decide: (_state, _command, { nextId }) => {
        const put = { _id: nextId('accounts'), version: 1, balance: 0 };
        return { answer: { status: 201 }, changes: [{ table: 'accounts', put }], events: [] };
      },
    },
  };

  test('commands of a later release wait until a worker of that release starts, and are not parked', async () => {
    const earlier = await startWorker(ledger.runner(), {
      isOfLaterRelease: createReleaseCheck(ledgerHandlers, {}),
    });
    const later = [
      send({ ...open(), version: 2 }),
      send({ ...ledgerCommand('lend'), id: randomUUID(), version: 1 }),
    ];
    await reply(send(open()));
    await eventually('both commands to wait in the first retry queue', has(retryOf(retryDelays[0]), 2));
    expect(await ledger.balances()).toHaveLength(1);
    await earlier.close();
    await startWorker(ledger.runner(ledger.store, lend), {
      isOfLaterRelease: createReleaseCheck({ ...ledgerHandlers, ...lend }, { open: { version: 2 } }),
    });
    for (const command of later)
      expect(endsOf([{ kind: 'decided', ...(await reply(command)) }])).toEqual([201]);
    expect(await ledger.balances()).toHaveLength(3);
    expect(parkedAs).toEqual([]);
    expect(await waitingIn(parkedMessages())).toBe(0);
  });

  test('an event of a later release is retried later and is not parked', async () => {
    await startWorker(ledger.runner(), {
      follows: ['ledger.account.*.v1', 'ledger.account.*.v2'],
      isOfLaterRelease: createReleaseCheck(ledgerHandlers, {}),
    });
    const draft = { type: 'ledger.account.opened.v2', subject: 'accounts/1', data: { version: 1 } };
    const now = new Date().toISOString();
    const event = toCloudEvent(draft, { source: '/x', now, traceparent: undefined });
    broker.channel.publish(eventsExchange(namespace), draft.type, encode(event));
    await eventually('the event to wait in the second retry queue', has(retryOf(retryDelays[1]), 1));
    expect(await waitingIn(parkedMessages())).toBe(0);
  });
});
