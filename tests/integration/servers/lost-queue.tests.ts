import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createBells } from '#shared/platform/amqp/bells.ts';
import { connectBroker } from '#shared/platform/amqp/connection.ts';
import type { ChannelModel } from 'amqplib';
import { askQueues } from '#shared/platform/amqp/ask-queues.ts';
import { commandQueue } from '#shared/platform/amqp/topology.ts';
import { startCommandWorker, type CommandWorker } from '#shared/engine/commands/command-worker.ts';
import { encode } from '#shared/engine/commands/messages.ts';
import { createReplier } from '#shared/engine/commands/reply.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerCommand } from '../../unit/support/ledger.ts';
import { quiet } from '../support/own-servers.ts';
import { runRabbitmqctl } from '../support/run-rabbitmqctl.ts';
import { pause } from '../../support/pause.ts';
import { namespace, servers } from './own-servers.ts';

const queue = commandQueue(namespace, 'catalog', 3);
describe('a lost queue', () => {
  let worker: CommandWorker;
  let connection: ChannelModel;
  const seen: string[] = [];

  beforeAll(async () => {
    connection = await connectBroker(servers.uriOf('rabbitmq', 'operator'), 'a test');
    worker = startCommandWorker({
      url: servers.uriOf('rabbitmq', 'catalog'),
      namespace,
      service: 'catalog',
      follows: [],
      log: quiet,
      handBackAfterMs: 45_000,
      lookEveryMs: 500,
      replier: createReplier(namespace, quiet),
      bells: createBells({ namespace, log: quiet }),
      began: () => undefined,
      recordParked: () => Promise.resolve(true),
      run: (deliveries) => {
        seen.push(...deliveries.map(({ command }) => command.id));
        return Promise.resolve(
          deliveries.map(() => ({
            kind: 'decided',
            replayed: false,
            outcome: { problem: { code: 'conflict' } },
          })),
        );
      },
    });
    await worker.ready;
  });
  afterAll(async () => {
    await worker.close();
    await connection.close();
  });

  async function send(): Promise<string> {
    const command = ledgerCommand('open', {}, { id: randomUUID() });
    const channel = await connection.createChannel();
    channel.sendToQueue(queue, encode(command), { messageId: command.id });
    await channel.close();
    return command.id;
  }

  test('the worker recreates a command queue whose deletion RabbitMQ did not announce, because the queue’s internal process had stopped', async () => {
    const first = await send();
    await eventually('a command to be done', () => seen.includes(first));
    // RabbitMQ notifies the consumers of a deleted queue, but not if the process of the queue stopped first.
    await runRabbitmqctl(servers, 'eval', `ra:stop_server(quorum_queues, {'%2F_${queue}', node()}).`);
    const name = `rabbit_misc:r(<<"/">>, queue, <<"${queue}">>)`;
    await runRabbitmqctl(servers, 'eval', `rabbit_amqqueue:internal_delete(${name}, <<"test">>).`);
    await eventually('the new queue', async () => {
      const state = (await askQueues(connection, [queue])).get(queue);
      return state?.isMissing === false;
    });
    await eventually('a command to be done', async () => {
      const id = await send();
      await pause(300);
      return seen.includes(id);
    });
    expect(worker.isConsuming).toBe(true);
  });
});
