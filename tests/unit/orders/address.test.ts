import { expect, test } from '@jest/globals';
import { aUser, anAddress, command, decideOne, world } from '../support/orders-world.ts';

const place = { line1: '1 Main Street', city: 'Amman' };
const shop = (country = 'JO') => world({ users: [aUser(1)], addresses: [anAddress(5, 1, { country })] });
const broken = [{ field: 'country', rule: 'country' }];

test.each(['JO', 'DE', 'XK'])('an address may be in the country %s', (country) => {
  const create = command('own-addresses.create', { as: 1, body: { ...place, country } });
  expect(decideOne(shop(), create).status).toBe(201);
});

test.each(['XX', 'ZZ', 'AA', 'QQ', 'EU'])(
  'an address with the country code %s, which is no country, is rejected',
  (country) => {
    const body = { ...place, country };
    expect(decideOne(shop(), command('own-addresses.create', { as: 1, body })).fields).toEqual(broken);
    const byAdmin = command('addresses.create', { body: { ...body, user_id: 1 } });
    expect(decideOne(shop(), byAdmin).fields).toEqual(broken);
  },
);

test('an address update may keep an invalid country code that an earlier release stored, but not set another invalid code', () => {
  const update = (body: object) => command('addresses.update', { params: { address: 5 }, body });
  expect(decideOne(shop('XX'), update({ city: 'Irbid', country: 'XX' })).status).toBe(200);
  expect(decideOne(shop('XX'), update({ country: 'ZZ' })).fields).toEqual(broken);
  const own = command('own-addresses.update', { as: 1, params: { address: 5 }, body: { country: 'ZZ' } });
  expect(decideOne(shop('XX'), own).fields).toEqual(broken);
});
