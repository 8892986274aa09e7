import { expect, test } from '@jest/globals';

import { partitionOf } from '#shared/platform/amqp/topology.ts';
import { entriesInQueue, partitionOfEntry } from '#instruments/chaos/queue-of-entry.ts';
import { anEntry } from './an-entry.ts';

const keys = { commands: 'a key of these tests', operations: { signs: 'another', accepted: [] } };

test('the chaos suite computes the command queue of a write from the shopper of a checkout or the order of an update', () => {
  const checkout = anEntry({
    type: 'orders.checkout',
    path: '/api/client/orders/checkout',
    owner: 'client:7',
  });
  const update = anEntry({ type: 'orders.update', path: '/api/admin/orders/12' });
  expect(partitionOfEntry(checkout, keys)).toBe(partitionOf('user:7'));
  expect(partitionOfEntry(update, keys)).toBe(partitionOf('order:12'));
});

test('if a command queue is deleted, the chaos suite accepts only the loss of recent writes to this queue that got no response', () => {
  const lastSentAt = Date.now();
  const path = '/api/admin/orders/12';
  const partition = partitionOf('order:12');
  const open = anEntry({ type: 'orders.update', path, lastSentAt, state: 'open' });
  const answered = anEntry({ type: 'orders.update', path, lastSentAt }, [{}]);
  const longAgo = anEntry({ type: 'orders.update', path, lastSentAt: 0, state: 'unknown' });
  const other = anEntry({ type: 'products.update', service: 'catalog', path, lastSentAt, state: 'open' });
  const entries = [open, answered, longAgo, other];
  expect(entriesInQueue(entries, { service: 'orders', partition }, keys)).toEqual([open]);
  expect(entriesInQueue(entries, { service: 'orders', partition: (partition + 1) % 8 }, keys)).toEqual([]);
});
