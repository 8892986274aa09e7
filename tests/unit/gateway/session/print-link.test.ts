import { expect, test } from '@jest/globals';
import { linkOptions, signInLink } from '#services/gateway/session/print-link.ts';

test('npm run console makes a sign-in link for the user admin with the scope admin, unless options set another name and scope', () => {
  expect(linkOptions([])).toEqual({
    subject: 'admin',
    name: 'admin',
    scope: 'admin',
    url: null,
    dataDir: '.data',
  });
  expect(linkOptions(['--name', 'layla', '--scope', 'admin:read', '--url', 'https://shop.example'])).toEqual({
    subject: 'layla',
    name: 'layla',
    scope: 'admin:read',
    url: 'https://shop.example',
    dataDir: '.data',
  });
});

test.each([
  [['--scope', 'client'], '--scope must be admin or admin:read, not "client"'],
  [['--name', ' '], 'npm run console: --name must be 1 to 64 visible characters'],
  [['--url', 'shop.example'], '--url must be an address'],
  [['--url', 'https://shop.example/?next=#x'], '--url must be an address'],
])('npm run console rejects the invalid options %j', (args, why) => {
  expect(() => linkOptions(args)).toThrow(why);
});

test('a sign-in link for a user with an Arabic name contains this name, and as the user’s id an ASCII text computed from the name', () => {
  const { subject, name } = linkOptions(['--name', 'ليلى حداد']) ?? {};
  expect({ subject, name }).toEqual({
    subject: expect.stringMatching(/^staff-[0-9a-f]{12}$/),
    name: 'ليلى حداد',
  });
});

test('a sign-in link has its code in the URL fragment, which browsers do not send to servers', () => {
  expect(signInLink('https://shop.example/', 'abc.def')).toBe('https://shop.example/console/sign-in#abc.def');
});
