import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createBells } from '#shared/platform/amqp/bells.ts';
import { connectBroker } from '#shared/platform/amqp/connection.ts';
import type { ChannelModel } from 'amqplib';
import { commandQueue, declareCommandQueues, partitions } from '#shared/platform/amqp/topology.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { createCommandSender, type CommandSender } from '#services/gateway/commands/command-sender.ts';
import { eventually } from '../../support/eventually.ts';
import { quiet } from '../support/own-servers.ts';
import { runRabbitmqctl } from '../support/run-rabbitmqctl.ts';
import { pause } from '../../support/pause.ts';
import { namespace, servers } from './own-servers.ts';

describe('an unavailable broker', () => {
  let sender: CommandSender;
  let looking: ChannelModel;

  beforeAll(async () => {
    looking = await connectBroker(servers.uriOf('rabbitmq', 'operator'), 'a test');
    looking.on('error', () => undefined);
    const channel = await looking.createChannel();
    for (const service of ['catalog', 'orders'] as const)
      await declareCommandQueues(channel, namespace, service);
    await channel.close();
    sender = createCommandSender({
      url: servers.uriOf('rabbitmq', 'gateway'),
      namespace,
      bells: createBells({ namespace, log: quiet }),
      log: quiet,
    });
    await sender.ready;
  });
  afterAll(async () => {
    await sender.close();
    await looking.close().catch(() => undefined);
  });

  let sent = 0;
  /** Sends a command. Resolves with `sent` or the error code. */
  async function send(): Promise<string> {
    sent += 1;
    const command: Command = {
      id: `c-${sent}`,
      type: 'orders.create',
      params: {},
      body: { notes: 'x'.repeat(10_000) },
      caller: { area: 'client', subject: '7', userId: 7 },
      language: 'en',
      fingerprint: 'f',
      ifMatch: null,
      at: new Date().toISOString(),
      requestId: 'r',
    };
    try {
      await sender.send(command, 'orders', 1);
      return 'sent';
    } catch (error) {
      if (error instanceof Problem) return `${error.code} of ${String(error.details.extra?.['part'])}`;
      throw error;
    }
  }

  async function waiting(): Promise<number> {
    const channel = await looking.createChannel();
    let count = 0;
    for (let partition = 0; partition < partitions; partition += 1)
      count += (await channel.checkQueue(commandQueue(namespace, 'orders', partition))).messageCount;
    await channel.close();
    return count;
  }

  test.each([
    ['memory', ['set_vm_memory_high_watermark', 'absolute', '1MB'], ['set_vm_memory_high_watermark', '0.4']],
    ['disk space', ['set_disk_free_limit', '100000GB'], ['set_disk_free_limit', '50MB']],
  ])(
    'the gateway rejects writes while the broker is short of %s, and never sends the rejected writes later',
    async (_what, raise, clear) => {
      expect(await send()).toBe('sent');
      const before = await waiting();
      await runRabbitmqctl(servers, ...raise);
      try {
        await eventually('the gateway to know', () => !sender.isOpen);
        const ends = await Promise.all(Array.from({ length: 200 }, send));
        expect(new Set(ends)).toEqual(new Set(['unavailable of broker']));
      } finally {
        await runRabbitmqctl(servers, ...clear);
      }
      await eventually('the gateway to know', () => sender.isOpen);
      expect(await send()).toBe('sent');
      await eventually('the last write', async () => (await waiting()) > before);
      await pause(500);
      // None of the rejected writes was sent later.
      expect(await waiting()).toBe(before + 1);
    },
  );

  test('the gateway rejects writes while the broker hangs, and accepts writes when it recovers', async () => {
    const broker = servers.server('rabbitmq');
    broker.kill('SIGSTOP');
    try {
      await eventually('the gateway to know', () => !sender.isOpen);
      const ends = await Promise.all(Array.from({ length: 50 }, send));
      expect(new Set(ends)).toEqual(new Set(['unavailable of broker']));
    } finally {
      broker.kill('SIGCONT');
    }
    await eventually('the gateway to know', () => sender.isOpen);
    await eventually('a write to be taken', async () => (await send()) === 'sent');
  });
});
