import { describe, expect, test } from '@jest/globals';

import { judgeCreations } from '#instruments/chaos/register/judge-creations.ts';
import { createHistory } from '#instruments/chaos/register/history.ts';
import { judgeSightings } from '#instruments/chaos/register/judge-sightings.ts';
import { judgeSteps } from '#instruments/chaos/register/judge-steps.ts';
import { recordOf, sightingsOf, type Sighting } from '#instruments/chaos/register/sighting.ts';
import { anEntry } from './an-entry.ts';

const seen = (
  version: number,
  from: number,
  until: number,
  digest: string | null = `v${version}`,
): Sighting => ({ record: 'users/1', version, digest, from, until, by: `someone at ${from}` });

describe('observations of a record', () => {
  test('the chaos suite accepts responses about a record if their versions never fall and each version always has the same content', () => {
    expect(judgeSightings([seen(1, 0, 1), seen(2, 2, 3), seen(2, 4, 5), seen(2, 6, 7, null)])).toEqual([]);
  });

  test('the chaos suite reports two responses with different contents for one version of a record', () => {
    expect(judgeSightings([seen(1, 0, 1), seen(1, 2, 3, 'other')])).toEqual([
      'users/1 at version 1: someone at 0 and someone at 2 saw different values',
    ]);
  });

  test('the chaos suite reports a client that reads an older version after another client’s newer read, unless the two requests overlap', () => {
    expect(judgeSightings([seen(2, 0, 10), seen(1, 5, 20)])).toEqual([]);
    expect(judgeSightings([seen(2, 0, 10), seen(1, 11, 20)])).toEqual([
      'users/1: someone at 11 saw version 1 after someone at 0 had got version 2',
    ]);
  });
});

describe('the record that a write changes', () => {
  test.each([
    ['orders.checkout', '/api/client/orders/checkout', 'client:3', '{"data":{"id":12}}', 'orders/12'],
    ['orders.cancel', '/api/client/orders/12/cancel', 'client:3', null, 'orders/12'],
    ['order-items.update', '/api/admin/profile/order-items/5', 'admin:admin', null, 'order-items/5'],
    ['inventory.adjust', '/api/admin/inventory/4/adjust', 'admin:admin', null, 'inventory/4'],
    ['cart.add', '/api/client/cart/items', 'client:3', '{"data":{"items":[]}}', 'carts/3'],
    ['own-addresses.create', '/api/client/addresses', 'client:3', '{"data":{"id":8}}', 'addresses/8'],
    ['users.create', '/api/admin/users', 'admin:admin', null, null],
    ['orders.bulk-update', '/api/admin/orders/bulk-update', 'admin:admin', null, null],
  ])(
    'the chaos suite attributes the write %s at the path %s to the record that it changes, or to no record',
    (type, path, owner, content, record) => {
      expect(recordOf({ type, path, owner }, content)).toBe(record);
    },
  );

  test('the chaos suite compares the contents of an order only between responses to admins, so it stores no hash of a shopper’s response', () => {
    const answers = [{ content: '{"data":{"id":12}}', version: 3 }];
    const path = '/api/client/orders/12/cancel';
    const [own] = sightingsOf(anEntry({ type: 'orders.cancel', path, owner: 'client:3' }, answers));
    const [admins] = sightingsOf(anEntry({ type: 'orders.update', path: '/api/admin/orders/12' }, answers));
    expect(own).toMatchObject({ record: 'orders/12', version: 3, digest: null, from: 1000, until: 2000 });
    expect(admins?.digest).toEqual(expect.any(String));
  });
});

test('the chaos suite names an order item in a response together with its order, because the version is that of the order', () => {
  const path = '/api/admin/profile/order-items/5';
  const answers = [{ content: '{"data":{"id":5,"order_id":12}}', version: 3 }];
  const [item] = sightingsOf(anEntry({ type: 'order-items.update', path }, answers));
  expect(item?.record).toBe('order-items/5 of orders/12');
});

describe('versions of records', () => {
  const update = anEntry({ type: 'users.update', path: '/api/admin/users/1' });
  const done = (status: string) => new Map([[update, { status, outcome: null, at: 0 }]]);

  test('the chaos suite reports a record whose version is higher than the number of writes that can have changed it', () => {
    const versions = new Map([['users/1', 2]]);
    expect(judgeSteps([update], done('succeeded'), versions, new Set(['users/1']))).toEqual([]);
    expect(judgeSteps([update], done('failed'), versions, new Set(['users/1']))).toEqual([
      'users/1: has version 2, but only 1 writes can have changed it',
    ]);
  });
});

describe('created records', () => {
  const create = anEntry({ type: 'users.create', path: '/api/admin/users' });
  const done = new Map([[create, { status: 'succeeded', outcome: null, at: 0 }]]);
  const historyOf = (...subjects: string[]) => {
    const history = createHistory();
    for (const subject of subjects) {
      history.note({ id: subject, type: 'orders.user.created.v1', subject, data: { version: 1 } });
    }
    return history;
  };

  test('the chaos suite reports duplicates if more records exist than creations succeeded, and losses if fewer exist', () => {
    const nothing = { lost: [], duplicated: [] };
    expect(judgeCreations([create], done, historyOf('users/1', 'users/2'), new Set(['users/1']))).toEqual(
      nothing,
    );
    expect(judgeCreations([create], done, historyOf('users/1', 'users/2'), new Set())).toEqual({
      ...nothing,
      duplicated: ['users: 2 records were created by 1 successful writes'],
    });
    expect(judgeCreations([create], done, historyOf(), new Set())).toEqual({
      ...nothing,
      lost: ['users: 0 records were created by 1 successful writes'],
    });
  });
});
