import { expect, jest, test } from '@jest/globals';
import type { Delivery } from '#shared/engine/commands/delivery.ts';
import { createRetryOrPark } from '#shared/engine/commands/retry-or-park.ts';
import { createLog } from '#shared/platform/process/log.ts';

test('when the worker parks a message that is not a command, it logs the message’s queue and the reason', async () => {
  const log = createLog('test', 'silent');
  const logged = jest.spyOn(log, 'error');
  const sent: string[] = [];
  const { park } = createRetryOrPark({
    publisher: {
      publish: async ({ routingKey }: { routingKey: string }) => void sent.push(routingKey),
    } as never,
    namespace: 'store',
    service: 'orders',
    recordParked: () => Promise.reject(new Error('there is no command to record')),
    log,
  });
  const message = { content: Buffer.from('?'), properties: { messageId: 'a' } };
  const queue = 'store.orders.commands.1';
  await park({ delivered: null, message, queue } as unknown as Delivery, 'The message is no command');
  expect(sent).toEqual(['store.orders.parked']);
  expect(logged.mock.calls).toEqual([[{ queue, reason: 'The message is no command' }, 'command parked']]);
});
