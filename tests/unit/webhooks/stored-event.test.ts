import { expect, test } from '@jest/globals';
import { storedEvent } from '#services/webhooks/following/fan-out.ts';

const json = (subject: string, data: object) => JSON.stringify({ id: 'e', subject, data });
const shopper = (subject: string) => ({ area: 'client', subject });

test.each([
  ['users/7', { id: 7 }],
  ['addresses/3', { id: 3, user_id: 7 }],
  ['orders/9', { id: 9, user_id: 7 }],
])('the event of %s names its shopper by user id, not by the provider’s name', (subject, data) => {
  const published = storedEvent(json(subject, { ...data, by: shopper('auth0|rana') }));
  expect(published).toEqual({ id: 'e', json: json(subject, { ...data, by: shopper('7') }) });
});

test('an event that holds no user id does not name its shopper', () => {
  const published = storedEvent(json('inventory/3', { id: 3, by: shopper('auth0|rana') }));
  expect(published.json).toBe(json('inventory/3', { id: 3, by: null }));
});

test.each([[{ area: 'admin', subject: 'front-desk' }], [shopper('7')], [null]])(
  'an event by %j stays as it was',
  (by) => {
    const text = json('orders/9', { id: 9, user_id: 7, by });
    expect(storedEvent(text).json).toBe(text);
  },
);
