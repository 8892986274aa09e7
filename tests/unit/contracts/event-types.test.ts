import { expect, test } from '@jest/globals';
import { eventTypes } from '#shared/contracts/kit/event-types.ts';
import { kindOf } from '#shared/contracts/kit/fields.ts';

const known = ['orders.order.placed.v2', 'orders.order.updated.v2', 'catalog.product.created.v1'];
const { read } = kindOf(eventTypes(known));
const locale = { currencyDecimals: 2, timeZone: 'UTC' };

test.each([
  ['orders.order.placed.v2', ['orders.order.placed.v2']],
  ['orders.order.*, catalog.*', ['orders.order.*', 'catalog.*']],
  [['*'], ['*']],
])('the list of event types %j is parsed as %j', (sent, value) => {
  expect(read(sent, locale)).toEqual({ value });
});

test.each([
  ['orders.order.plcaed.v2', 'orders.order.placed.v2'],
  ['catalog.product.created.v2', 'catalog.product.created.v1'],
  ['orders.oder.*', 'orders.order.*'],
  ['order.*', 'orders.*'],
])('the unknown event type %s is rejected, and the error suggests the most similar type', (sent, nearest) => {
  const broken = { at: '1', rule: 'no_such_event', params: { nearest } };
  expect(read(['*', sent], locale)).toEqual({ within: [broken] });
});

test('a list of more event types than allowed is rejected', () => {
  expect(read(Array(51).fill('*').join(','), locale)).toEqual({ rule: 'max_items', params: { max: 50 } });
});
