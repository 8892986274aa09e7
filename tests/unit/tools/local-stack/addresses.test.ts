import { expect, test } from '@jest/globals';
import { addressesOf } from '#shared/platform/process/addresses.ts';
import { startMessage } from '#tools/local-stack/start-message.ts';

const address = (text: string, internal = false) => ({
  address: text,
  internal,
  netmask: '',
  mac: '',
  cidr: null,
  family: 'IPv4' as const,
});
const interfaces = { lo: [address('127.0.0.1', true)], eth0: [address('192.168.1.7')] };

test.each([
  ['127.0.0.1', ['http://127.0.0.1:3000']],
  ['0.0.0.0', ['http://127.0.0.1:3000', 'http://192.168.1.7:3000']],
  ['192.168.1.7', ['http://192.168.1.7:3000']],
  ['::1', ['http://[::1]:3000']],
])('if the gateway listens on the address %s, npm start prints the URLs %j', (host, urls) => {
  expect(addressesOf('http', host, 3000, interfaces)).toEqual(urls);
});

test.each([
  [null, ['console)', 'token -- --scope admin)', 'token -- --scope client)']],
  [
    "/srv/Layla's shop",
    [
      String.raw`console -- --data-dir '/srv/Layla'\''s shop')`,
      String.raw`token -- --scope admin --data-dir '/srv/Layla'\''s shop')`,
      String.raw`token -- --scope client --data-dir '/srv/Layla'\''s shop')`,
    ],
  ],
])(
  'npm start with the data folder %s prints commands that make links and tokens for the store in this folder',
  (dataDir, commands) => {
    const running = { addresses: ['http://127.0.0.1:3000'], dataDir, logs: 'logs', servers: 'native' };
    const message = startMessage(running, { admin: 'a', client: 'c', signInLink: 'link' });
    for (const command of commands) expect(message).toContain(`another: npm run -s ${command}`);
  },
);

test('the text that npm start prints lists every gateway URL and uses the first URL in its examples', () => {
  const running = {
    addresses: addressesOf('http', '0.0.0.0', 3000, interfaces),
    dataDir: null,
    logs: 'logs',
    servers: 'native',
  };
  const signInLink = 'http://127.0.0.1:3000/console/sign-in#code';
  const message = startMessage(running, { admin: 'a', client: 'c', signInLink });
  expect(message).toContain('http://127.0.0.1:3000/api\n');
  expect(message).toContain(' http://192.168.1.7:3000/api\n');
  expect(message).toContain(`\n${signInLink}\n`);
  expect(message).toContain("curl -s 'http://127.0.0.1:3000/api/client/orders'");
});
