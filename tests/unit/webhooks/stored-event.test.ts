import { expect, test } from '@jest/globals';
import { storedEvent } from '#services/webhooks/following/fan-out.ts';

const json = (subject: string, data: object) => JSON.stringify({ id: 'e', subject, data });
const shopper = (subject: string) => ({ area: 'client', subject });

test.each([
  ['users/7', { id: 7 }],
  ['addresses/3', { id: 3, user_id: 7 }],
  ['orders/9', { id: 9, user_id: 7 }],
])('the event about %s contains its shopper’s user id, not the identity provider’s id', (subject, data) => {
  const published = storedEvent(json(subject, { ...data, by: shopper('auth0|rana') }));
  expect(published).toEqual({ id: 'e', json: json(subject, { ...data, by: shopper('7') }) });
});

test('an event without a user id does not contain its author if that is a provider’s shopper', () => {
  const published = storedEvent(json('inventory/3', { id: 3, by: shopper('auth0|rana') }));
  expect(published.json).toBe(json('inventory/3', { id: 3, by: null }));
});

test.each([[{ area: 'admin', subject: 'front-desk' }], [shopper('7')], [null]])(
  'an event with the author %j is unchanged',
  (by) => {
    const text = json('orders/9', { id: 9, user_id: 7, by });
    expect(storedEvent(text).json).toBe(text);
  },
);
