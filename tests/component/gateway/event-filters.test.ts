import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { startGateway, type ComponentGateway } from '../support/gateway.ts';

let gateway: ComponentGateway;
beforeAll(async () => {
  const page = { events: [], next: new Map(), hasMore: false, delayed: [] };
  gateway = await startGateway({
    feed: {
      now: () => Promise.resolve(new Map()),
      page: () => Promise.resolve(page),
      closed: new AbortController().signal,
    },
  });
});
afterAll(() => gateway.stop());

const ask = async (query: string) => {
  const answer = await gateway.request('GET', `/api/admin/events?${query}`, { token: await gateway.token() });
  expect(answer.status).toBe(200);
  return answer.headers.get('warning');
};

describe('a filter of the event feed', () => {
  test.each([
    ['type=orders.order.plcaed.v2', 'no event has this type: did you mean orders.order.placed.v2'],
    ['type=orders.oder.*', 'no event has this type: did you mean orders.order.*'],
    ['subject=nothing', 'no event has this subject: send one such as orders/12'],
    ['subject=order/12', 'no event has this subject: send one such as orders/12'],
  ])(
    'a request to the event feed with the filter %s, which no event matches, gets a warning',
    async (query, warning) => {
      expect(await ask(query)).toBe(`299 - "${warning}"`);
    },
  );

  test.each(['type=orders.order.placed.v2', 'type=orders.*', 'type=*', 'subject=orders/12', ''])(
    'a request to the event feed with the filter "%s", which events can match, gets no warning',
    async (query) => {
      expect(await ask(query)).toBeNull();
    },
  );
});
