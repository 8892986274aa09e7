import { expect, test } from '@jest/globals';
import { tokenOptions } from '#services/gateway/auth/token.ts';

test.each<[string[], object]>([
  [['--scope', 'admin'], { subject: 'admin', scope: 'admin', claims: {}, lifetime: 43_200 }],
  [['--scope', 'client'], { subject: '1', scope: 'client', claims: {}, lifetime: 43_200 }],
  [['--scope', 'client', '--user', '7', '--ttl', '30m'], { subject: '7', scope: 'client', lifetime: 1800 }],
  [['--scope', 'admin client', '--ttl', '90'], { subject: '1', scope: 'admin client', lifetime: 90 }],
  [['admin'], { subject: 'admin', scope: 'admin' }],
  [['admin', '--name', 'layla'], { subject: 'layla', scope: 'admin' }],
  [['admin', '--name', ' Layla Haddad '], { subject: 'Layla.Haddad', claims: { name: 'Layla Haddad' } }],
  [['admin', '--name', 'ليلى حداد'], { subject: 'staff-b6d42bda3116', claims: { name: 'ليلى حداد' } }],
  [['admin', '--name', '7'], { subject: 'staff-7902699be42c', claims: { name: '7' } }],
  [['admin:read', '--name', 'omar@shop.example'], { subject: 'omar@shop.example', scope: 'admin:read' }],
])(
  'npm run token turns the options %j into the expected subject, scope, claims and lifetime',
  (args, order) => {
    expect(tokenOptions(args)).toMatchObject(order);
  },
);

test('npm run token makes tokens valid for twelve hours by default, or for the configured maximum lifetime if that is shorter', () => {
  expect(tokenOptions(['admin'], 'sub', 'id', 72)).toMatchObject({ lifetime: 43_200 });
  expect(tokenOptions(['admin'], 'sub', 'id', 2)).toMatchObject({ lifetime: 7200 });
  expect(tokenOptions(['admin', '--ttl', '3d'], 'sub', 'id', 72)).toMatchObject({ lifetime: 259_200 });
});

test('npm run token puts the user id into the claim that the gateway reads it from (AUTH_USER_CLAIM)', () => {
  expect(tokenOptions(['--scope', 'client', '--user', '7'], 'uid')).toMatchObject({ claims: { uid: 7 } });
  expect(tokenOptions(['--scope', 'admin'], 'uid')).toMatchObject({ claims: {} });
});

test('npm run token accepts an identity provider’s user id of up to 255 characters if the store is configured for such ids', () => {
  const args = ['client', '--user', 'auth0|7'];
  expect(tokenOptions(args, 'sub', 'external')).toMatchObject({ subject: 'auth0|7', scope: 'client' });
  expect(() => tokenOptions(['client', '--user', 'x'.repeat(256)], 'sub', 'external')).toThrow('external_id');
});

test.each([
  [[], 'name a scope'],
  [['admin', '--name', ''], '--name must be 1 to 64 visible characters'],
  [['admin', '--name', 'x'.repeat(65)], '--name must be 1 to 64 visible characters'],
  [['admin', '--name', 'a\nb'], '--name must be 1 to 64 visible characters'],
  [['client', '--name', 'layla'], '--name is only for admins'],
  [['--scope', 'root'], 'no scope "root"'],
  [['--scope', 'client', '--user', '0'], '--user must be a positive integer'],
  [['--scope', 'client', '--user', 'x'], '--user must be a positive integer'],
  [['--scope', 'client', '--ttl', 'forever'], '--ttl must be'],
  [['admin', '--ttl', '25h'], '--ttl must be at most 24h (TOKEN_LONGEST_HOURS)'],
  [['--scope', 'client', '--wat'], "Unknown option '--wat'"],
])('npm run token rejects the options %j', (args, message) => {
  expect(() => tokenOptions(args)).toThrow(message);
});
