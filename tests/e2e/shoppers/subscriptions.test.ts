import { expect, test } from '@jest/globals';

import { admin } from '../support/callers.ts';
import { newShopper, newSubscription, translations, uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Subscription } from '../../support/resources.ts';

const path = '/api/client/subscriptions';

test('shoppers see only active subscriptions and cannot change them', async () => {
  const { client } = await newShopper();
  const word = uniqueWord();
  const [cheap, dear, hidden] = await Promise.all([
    newSubscription({ price: 5, ...translations(`${word} small`) }),
    newSubscription({ price: 50, ...translations(`${word} large`) }),
    newSubscription({ price: 20, is_active: 0, ...translations(`${word} hidden`) }),
  ]);
  const found = async (query: string) =>
    (await client.get<Subscription[]>(`${path}?search=${word}&${query}`)).data.map(({ id }) => id);
  expect(await found('sort=price')).toEqual([cheap.id, dear.id]);
  expect(await found('filters[price][from]=10')).toEqual([dear.id]);
  expect(await found('filters[is_active]=0')).toEqual([]);
  const { data } = await client.get<Subscription>(`${path}/${cheap.id}`, { 'accept-language': 'ar' });
  expect(data).toMatchObject({ id: cheap.id, price: 5, is_active: true, name: `شيء ${word} small` });
  expectRefusal(await client.get(`${path}/${hidden.id}`), 'not_found');

  await admin.put(`/api/admin/subscriptions/${cheap.id}`, { is_active: false });
  expect(await found('sort=price')).toEqual([dear.id]);
  expectRefusal(await client.get(`${path}/${cheap.id}`), 'not_found');
  expectRefusal(await client.put(`${path}/${dear.id}`, { price: 1 }), 'method_not_allowed');
});
