import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { ConsumeMessage } from 'amqplib';
import { startBatchPump } from '#shared/engine/commands/batch-pump.ts';
import type { Delivery, DeliveryChannel } from '#shared/engine/commands/delivery.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { eventually } from '../../support/eventually.ts';
import { ledgerCommand } from '../support/ledger.ts';

const quiet = createLog('test', 'silent');
let calls: string[];
let batches: Map<string, () => void>;
let pump: ReturnType<typeof startBatchPump>;

/** Records its acks: `ack 1` for one message, `ack through 2` for several messages. */
const channel: DeliveryChannel = {
  isOpen: true,
  ack: ({ fields }) => void calls.push(`ack ${fields.deliveryTag}`),
  ackThrough: ({ fields }) => void calls.push(`ack through ${fields.deliveryTag}`),
  handBack: () => Promise.resolve(),
  close: () => Promise.resolve(void calls.push('close')),
};

function delivery(deliveryTag: number, type: string): Delivery {
  return {
    delivered: { command: ledgerCommand(type), keepsInbox: true },
    message: { fields: { deliveryTag } } as ConsumeMessage,
    queue: 'q',
    isGivenUp: false,
    channel,
    takenAt: deliveryTag,
  };
}

/** Each batch runs until the test calls its function in `batches`, whose key lists the batch's messages, such as `1,2`. */
beforeEach(() => {
  calls = [];
  batches = new Map();
  const handle = (batch: Delivery[]) =>
    new Promise<void>((resolve) => {
      batches.set(batch.map(({ message }) => message.fields.deliveryTag).join(), resolve);
    });
  const selects = (delivered: Delivery['delivered'] & object) => delivered.command.type === 'select';
  pump = startBatchPump(handle, { selects, handBackAfterMs: 60_000, log: quiet });
});
afterEach(async () => {
  for (const end of batches.values()) end();
  await pump.close();
});

async function ends(batch: string): Promise<void> {
  await eventually(`the batch ${batch}`, () => batches.has(batch));
  batches.get(batch)?.();
  batches.delete(batch);
}

test('a bulk command that searches for its records does not delay other commands, and is acked only when the search has ended', async () => {
  pump.receive(delivery(1, 'select'));
  pump.receive(delivery(2, 'pay'));
  await ends('2');
  await eventually('the ack', () => calls.length > 0);
  pump.receive(delivery(3, 'pay'));
  pump.receive(delivery(4, 'pay'));
  await ends('3,4');
  await eventually('the acks', () => calls.length > 2);
  expect([calls, pump.held().map(({ takenAt }) => takenAt)]).toEqual([['ack 2', 'ack 3', 'ack 4'], [1]]);
  await ends('1');
  await eventually('the ack of the selection', () => calls.length > 3);
  pump.receive(delivery(5, 'pay'));
  await ends('5');
  await eventually('the last ack', () => calls.length > 4);
  expect(calls.slice(3)).toEqual(['ack 1', 'ack through 5']);
});

test('after RabbitMQ cancels a worker’s subscription, its channel closes only when all its messages are processed, including a bulk command’s search for records', async () => {
  pump.receive(delivery(1, 'select'));
  pump.receive(delivery(2, 'pay'));
  pump.cancelled(channel);
  await ends('2');
  await eventually('the ack', () => calls.includes('ack 2'));
  await new Promise(setImmediate);
  expect(calls).not.toContain('close');
  await ends('1');
  await eventually('the end of the channel', () => calls.includes('close'));
  expect(calls).toEqual(['ack 2', 'ack 1', 'close']);
});

test('a closing worker waits until a bulk command has ended the search for its records', async () => {
  pump.receive(delivery(1, 'select'));
  await eventually('the batch', () => batches.has('1'));
  let isClosed = false;
  const closing = pump.close().then(() => (isClosed = true));
  await new Promise(setImmediate);
  expect(isClosed).toBe(false);
  await ends('1');
  await closing;
  expect(calls).toEqual(['ack 1']);
});
