import { expect, test } from '@jest/globals';
import { storedEvent } from '#services/webhooks/following/fan-out.ts';

const json = (subject: string, data: object) => JSON.stringify({ id: 'e', subject, data });
const shopper = (subject: string) => ({ area: 'client', subject });

test.each([
  ['users/7', { id: 7 }],
  ['addresses/3', { id: 3, user_id: 7 }],
  ['orders/9', { id: 9, user_id: 7 }],
])(
  'the webhook event about %s names its shopper by user id and not by the id from the identity provider',
  (subject, data) => {
    const published = storedEvent(json(subject, { ...data, by: shopper('auth0|rana') }));
    expect(published).toEqual({ id: 'e', json: json(subject, { ...data, by: shopper('7') }) });
  },
);

test('a webhook event without a user id omits its author if the author is a shopper known only by an identity provider’s id', () => {
  const published = storedEvent(json('inventory/3', { id: 3, by: shopper('auth0|rana') }));
  expect(published.json).toBe(json('inventory/3', { id: 3, by: null }));
});

test.each([[{ area: 'admin', subject: 'front-desk' }], [shopper('7')], [null]])(
  'a webhook event with the author %j is sent unchanged',
  (by) => {
    const text = json('orders/9', { id: 9, user_id: 7, by });
    expect(storedEvent(text).json).toBe(text);
  },
);
