import { expect, test } from '@jest/globals';
import { linkOptions, signInLink } from '#services/gateway/session/print-link.ts';

test('a sign-in link is for an admin unless options name another user and scope', () => {
  expect(linkOptions([])).toEqual({ subject: 'admin', scope: 'admin', url: null });
  expect(linkOptions(['--name', 'layla', '--scope', 'admin:read', '--url', 'https://shop.example'])).toEqual({
    subject: 'layla',
    scope: 'admin:read',
    url: 'https://shop.example',
  });
});

test.each([
  [['--scope', 'client'], '--scope must be admin or admin:read, not "client"'],
  [['--name', '7'], 'npm run console: --name must be letters'],
  [['--url', 'shop.example'], '--url must be an address'],
  [['--url', 'https://shop.example/?next=#x'], '--url must be an address'],
])('the console command refuses the options %j', (args, why) => {
  expect(() => linkOptions(args)).toThrow(why);
});

test('a sign-in link carries its code in the fragment, which no server receives', () => {
  expect(signInLink('https://shop.example/', 'abc.def')).toBe('https://shop.example/console/sign-in#abc.def');
});
