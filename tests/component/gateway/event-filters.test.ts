import { describe, expect, test } from '@jest/globals';

import { useGateway } from '../support/gateway.ts';

const page = { events: [], next: new Map(), hasMore: false, delayed: [] };
const gateway = await useGateway({
  feed: {
    now: () => Promise.resolve(new Map()),
    page: () => Promise.resolve(page),
    closed: new AbortController().signal,
  },
});

const warningOf = async (path: string, token: string) => {
  const answer = await gateway.request('GET', path, { token });
  expect(answer.status).toBe(200);
  return answer.headers.get('warning');
};
const ask = async (query: string) => warningOf(`/api/admin/events?${query}`, await gateway.token());
const askAsShopper = async (query: string) =>
  warningOf(`/api/client/events?${query}`, await gateway.token('7', 'client'));

test.each([
  ['cursor=abc', 'cursor is ignored: use after'],
  ['filters[type]=orders.*', 'filters is ignored: use types'],
  ['filter[type]=orders.*', 'filter is ignored: use types'],
  ['per_page=5', 'per_page is ignored: use limit'],
  ['sort=id', 'sort is ignored: there is nothing like it here'],
])(
  'a request to the event feed with the parameter %s, which only lists have, gets a warning',
  async (query, warning) => {
    expect(await ask(query)).toBe(`299 - "${warning}"`);
  },
);

test('a request to the event feed with an ignored parameter and an unknown type gets both warnings', async () => {
  expect(await ask('cursor=abc&type=orders.oder.*')).toBe(
    '299 - "cursor is ignored: use after", 299 - "no event of this feed has this type: did you mean orders.order.*"',
  );
});

describe('a filter of the event feed', () => {
  test.each([
    [
      'type=orders.order.plcaed.v2',
      'no event of this feed has this type: did you mean orders.order.placed.v2',
    ],
    ['type=orders.oder.*', 'no event of this feed has this type: did you mean orders.order.*'],
    ['type=orders.oder.*,catalgo.*', 'no event of this feed has this type: did you mean orders.order.*'],
    ['subject=nothing', 'no event of this feed has this subject: send one such as orders/12'],
    ['subject=order/12', 'no event of this feed has this subject: send one such as orders/12'],
  ])(
    'a request to the event feed with the filter %s, which no event matches, gets a warning',
    async (query, warning) => {
      expect(await ask(query)).toBe(`299 - "${warning}"`);
    },
  );

  test.each([
    'type=orders.order.placed.v2',
    'type=orders.order.placed.v2,catalog.*',
    'type=orders.*',
    'type=*',
    'subject=orders/12',
    '',
  ])(
    'a request to the event feed with the filter "%s", which events can match, gets no warning',
    async (query) => {
      expect(await ask(query)).toBeNull();
    },
  );
});

describe('a filter of a shopper’s event feed', () => {
  const similar = (type: string) => `no event of this feed has this type: did you mean ${type}`;
  const otherSubject = 'no event of this feed has this subject: send one such as orders/12';

  test.each([
    ['type=catalog.*', similar('orders.*')],
    ['types=orders.order.noted.v2', similar('orders.order.placed.v2')],
    ['type=orders.payment.created.v1', similar('orders.order.created.v2')],
    ['subject=products/12', otherSubject],
    ['subject=payments/12', otherSubject],
  ])(
    'a request to the shopper’s event feed with the filter %s, which only events for staff match, gets a warning',
    async (query, warning) => {
      expect(await askAsShopper(query)).toBe(`299 - "${warning}"`);
    },
  );

  test.each(['type=orders.order.placed.v2', 'types=orders.order.noted.v2,orders.*', 'subject=orders/12', ''])(
    'a request to the shopper’s event feed with the filter "%s", which its events can match, gets no warning',
    async (query) => {
      expect(await askAsShopper(query)).toBeNull();
    },
  );
});
