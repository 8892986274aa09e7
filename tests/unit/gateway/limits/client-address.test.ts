import { expect, test } from '@jest/globals';
import { countedAddress } from '#services/gateway/limits/client-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['2001:db8:0:1::1', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['fe80::2%eth0', 'fe80::2%eth0'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '203.0.113.9'],
  ['64:ff9b::cb00:7109', '203.0.113.9'],
  ['64:ff9b:1::cb00:7109', '64:ff9b:1:0::/64'],
  ['unknown', 'unknown'],
])(
  'the rate limit counts requests from the client address %s under the address or network %s',
  (address, counted) => {
    expect(countedAddress(address)).toBe(counted);
  },
);
