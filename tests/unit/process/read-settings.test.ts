import { describe, expect, test } from '@jest/globals';
import { connectionsPerAddress } from '#services/gateway/http/connection-limits.ts';
import { idKeys } from '#shared/platform/process/internal-secrets.ts';
import { eachHost } from '#shared/platform/settings/kinds.ts';
import { readSettings, SettingsError, type Environment } from '#shared/platform/settings/read-settings.ts';
import { refuseOther, storeUnits } from '#shared/platform/process/store-identity.ts';

const readApi = (environment: Environment) => readSettings(environment, 'orders-api');
const readWorker = (environment: Environment) => readSettings(environment, 'orders-worker');
const readGateway = (environment: Environment) => readSettings(environment, 'gateway');
const database = { MONGODB_URI: 'mongodb://127.0.0.1/' };
const pair = { ORDERS_CATALOG_SECRET: 'orders to catalog' };
const servers = { RABBITMQ_URL: 'amqp://127.0.0.1', REDIS_URL: 'redis://127.0.0.1' };
const api = {
  ...database,
  ...pair,
  GATEWAY_ORDERS_SECRET: 'gateway to orders',
  WEBHOOKS_ORDERS_SECRET: 'webhooks to orders',
};
const worker = { ...database, ...servers, ...pair };
const gateway = {
  ...servers,
  GATEWAY_CATALOG_SECRET: 'gateway to catalog',
  GATEWAY_ORDERS_SECRET: 'gateway to orders',
  OPERATION_ID_KEY: 'signs ids of operations',
  COMMAND_ID_KEY: 'hashes idempotency keys',
  CATALOG_URL: 'http://127.0.0.1:1',
  ORDERS_URL: 'http://127.0.0.1:2',
  WEBHOOKS_URL: 'http://127.0.0.1:3',
  GATEWAY_WEBHOOKS_SECRET: 'gateway to webhooks',
};

/** The variables that an error message lists. */
function faults(read: () => unknown): string[] {
  return sentences(read).map((sentence) => sentence.split(' ')[0] ?? '');
}

function sentences(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.faults;
  }
}

test('a configuration error lists every missing required setting of a process', () => {
  expect(faults(() => readApi({})).sort()).toEqual(Object.keys(api).sort());
  expect(faults(() => readWorker({})).sort()).toEqual(Object.keys(worker).sort());
  expect(faults(() => readGateway({})).sort()).toEqual(Object.keys(gateway).sort());
});

test('a configuration error lists all invalid settings together', () => {
  const wrong = {
    PORT: '70000',
    ORDERS_CATALOG_SECRET: 'short',
    STORE_CURRENCY: 'dollars',
    STORE_TIME_ZONE: 'Mars/Base',
    RABBITMQ_URL: 'http://x',
    REDIS_URL: 'amqp://x',
    TAX_RATE: '15',
    LOG_LEVEL: 'loud',
    STORE_NAMESPACE: '../x',
    MONGODB_URI: 'localhost',
  };
  expect(faults(() => readWorker(wrong)).sort()).toEqual(Object.keys(wrong).sort());
});

test('a configuration error shows each invalid setting with its value and the expected value on one line', () => {
  const wrong = { ...worker, STORE_CURRENCY: 'dollars', TAX_RATE: '15', MONGODB_URI: '' };
  expect(sentences(() => readWorker(wrong))).toEqual([
    'STORE_CURRENCY is "dollars": it must be the three capital letters of a currency, such as USD.',
    'TAX_RATE is "15": it must be a number from 0 to 1.',
    expect.stringMatching(/^MONGODB_URI is not set: it must be a URL with mongodb:\/\/ [^\n]*\.$/),
  ]);
  expect(() => readWorker(wrong)).toThrow(
    /^3 settings are wrong \(docs\/operate\/settings\.md has them all\):(\n {2}[^\n{}]+){3}$/,
  );
});

test('a setting whose environment variable is an empty text is treated as unset', () => {
  const empty = { STORE_CURRENCY: '', TAX_RATE: '', LOG_LEVEL: '', CATALOG_URL: '' };
  expect(readWorker({ ...worker, ...empty })).toEqual(readWorker(worker));
});

test('the gateway requires an issuer and an audience if the keys that verify tokens come from an identity provider', () => {
  expect(faults(() => readGateway({ ...gateway, AUTH_JWKS_URL: 'https://id.example/keys' })).sort()).toEqual([
    'AUTH_AUDIENCE',
    'AUTH_ISSUER',
  ]);
});

test.each(['GATEWAY_CATALOG_SECRET', 'GATEWAY_ORDERS_SECRET', 'OPERATION_ID_KEY', 'COMMAND_ID_KEY'])(
  'the gateway requires the setting %s, which has no default',
  (name) => {
    const open = Object.fromEntries(Object.entries(gateway).filter(([variable]) => variable !== name));
    expect(faults(() => readGateway(open))).toEqual([name]);
  },
);

test('OPERATION_ID_OLD_KEY needs an end time in OPERATION_ID_OLD_KEY_UNTIL, until which operation ids signed with it are accepted', () => {
  const former = 'the former key of ids';
  const old = { ...gateway, OPERATION_ID_OLD_KEY: former };
  expect(faults(() => readGateway(old))).toEqual(['OPERATION_ID_OLD_KEY_UNTIL']);
  const until = '2026-12-01T12:00:00.000Z';
  expect(idKeys(readGateway({ ...old, OPERATION_ID_OLD_KEY_UNTIL: until })).operations).toEqual({
    signs: 'signs ids of operations',
    accepted: [{ key: former, until: Date.parse(until) }],
  });
});

test('a process that neither calls other services nor is called by them needs no internal secret', () => {
  expect(faults(() => readSettings({ ...database, ...servers }, 'catalog-worker'))).toEqual([]);
});

test('a configuration error never shows an invalid secret or a URL that contains a password', () => {
  const wrong = { ...worker, ORDERS_CATALOG_SECRET: 'hunter2', MONGODB_URI: 'x://user:hunter2@x' };
  expect(() => readWorker(wrong)).toThrow(
    /ORDERS_CATALOG_SECRET[^]*MONGODB_URI|MONGODB_URI[^]*ORDERS_CATALOG_SECRET/,
  );
  expect(() => readWorker(wrong)).not.toThrow('hunter2');
});

test('a store with only the required settings uses dollars, UTC, no tax and the documented default limits', () => {
  expect(readWorker(worker)).toMatchObject({
    STORE_NAMESPACE: 'store',
    TAX_RATE: 0,
    CATALOG_URL: null,
    HAND_BACK_SECONDS: 45,
  });
  expect(storeUnits(readWorker(worker))).toEqual({ currency: 'USD', currencyDecimals: 2, timeZone: 'UTC' });
  expect(readGateway(gateway)).toMatchObject({
    RATE_LIMIT_PER_MINUTE: 600,
    CHECKOUT_RATE_LIMIT_PER_MINUTE: 30,
    TRUST_PROXY: 0,
    PUBLIC_URL: null,
    CORS_ORIGINS: [],
    AUTH_USER_CLAIM: 'sub',
    AUTH_JWKS_URL: null,
  });
});

test('the gateway takes currency, time zone, CORS origins and public URL from the environment variables', () => {
  const read = readGateway({
    ...gateway,
    STORE_CURRENCY: 'KWD',
    STORE_TIME_ZONE: 'Asia/Amman',
    PUBLIC_URL: 'https://shop.example/base/',
    CORS_ORIGINS: 'https://a.example, https://b.example,',
  });
  expect(storeUnits(read)).toEqual({ currency: 'KWD', currencyDecimals: 3, timeZone: 'Asia/Amman' });
  expect(read.PUBLIC_URL).toBe('https://shop.example/base');
  expect(read.CORS_ORIGINS).toEqual(['https://a.example', 'https://b.example']);
});

test.each(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'Etc/UTC', 'Etc/GMT+3'])(
  'STORE_TIME_ZONE accepts %s, because it accepts the present and the former names of a zone',
  (zone) => expect(readGateway({ ...gateway, STORE_TIME_ZONE: zone }).STORE_TIME_ZONE).toBe(zone),
);

test.each(['+03:00', 'Asia/kolkata', 'utc', 'Mars/Base', '2026-01-01T00:00Z[Asia/Amman]'])(
  'STORE_TIME_ZONE rejects %s, which is not the exact name of a time zone',
  (zone) =>
    expect(faults(() => readGateway({ ...gateway, STORE_TIME_ZONE: zone }))).toEqual(['STORE_TIME_ZONE']),
);

test('a process accepts data that was created with another name of its time zone, but not with another time zone', () => {
  const refuse = (before: string) =>
    refuseOther({ currency: 'USD', time_zone: before }, { currency: 'USD', timeZone: 'Asia/Kolkata' }, 'x');
  expect(() => refuse('Asia/Calcutta')).not.toThrow();
  expect(() => refuse('Asia/Colombo')).toThrow('Set STORE_TIME_ZONE=Asia/Colombo.');
  expect(() => refuse('Zone/Unknown')).toThrow('Set STORE_TIME_ZONE=Zone/Unknown.');
});

test.each([
  '*',
  'shop.example',
  'https://shop.example/',
  'https://Shop.example',
  'https://a.example https://b.example',
])('the value %j in the list CORS_ORIGINS is rejected', (origins) => {
  expect(() => readGateway({ ...gateway, CORS_ORIGINS: `https://a.example,${origins}` })).toThrow(
    `it must be origins, separated by commas, such as https://shop.example, which "${origins}" is not`,
  );
});

test('the gateway has default timeouts and connection limits, and rejects contradictory timeouts', () => {
  expect(readGateway(gateway)).toMatchObject({
    HEADERS_TIMEOUT_SECONDS: 10,
    REQUEST_TIMEOUT_SECONDS: 30,
    SLOW_READER_TIMEOUT_SECONDS: 30,
    MAX_CONNECTIONS: 10_000,
    CONNECTIONS_PER_ADDRESS: null,
  });
  const wrong = { HEADERS_TIMEOUT_SECONDS: '20', REQUEST_TIMEOUT_SECONDS: '10' };
  expect(() => readGateway({ ...gateway, ...wrong })).toThrow('REQUEST_TIMEOUT_SECONDS');
});

test.each<[string, Record<string, string>, number | null]>([
  ['a tenth of MAX_CONNECTIONS', { MAX_CONNECTIONS: '25' }, 3],
  ['CONNECTIONS_PER_ADDRESS if this is set', { CONNECTIONS_PER_ADDRESS: '77' }, 77],
  ['switched off behind a trusted proxy', { CONNECTIONS_PER_ADDRESS: '77', TRUST_PROXY: '1' }, null],
])('the gateway’s limit of connections from one IP address is %s', (_share, settings, share) => {
  expect(connectionsPerAddress(readGateway({ ...gateway, ...settings }))).toBe(share);
});

test('a RabbitMQ URL may list several hosts, but is rejected if one of these hosts is invalid', () => {
  const url = 'amqp://store:pass@rabbitmq-1,rabbitmq-2:5673,rabbitmq-3/shop';
  expect(readWorker({ ...worker, RABBITMQ_URL: url }).RABBITMQ_URL).toBe(url);
  for (const wrong of ['amqp://a,b:x', 'amqp://a,,b', 'http://a,b', 'a,b']) {
    expect(faults(() => readWorker({ ...worker, RABBITMQ_URL: wrong }))).toEqual(['RABBITMQ_URL']);
  }
  expect(eachHost(url)).toEqual([
    'amqp://store:pass@rabbitmq-1/shop',
    'amqp://store:pass@rabbitmq-2:5673/shop',
    'amqp://store:pass@rabbitmq-3/shop',
  ]);
});

test('a MongoDB URI may list several members, but is rejected if one of these members is invalid', () => {
  const uri = 'mongodb://orders:pass@mongodb:27017,mongodb-2:27017,mongodb-3:27017/?replicaSet=store';
  expect(readWorker({ ...worker, MONGODB_URI: uri }).MONGODB_URI).toBe(uri);
  for (const wrong of ['mongodb://a,b:x', 'mongodb://a,,b', 'amqp://a,b', 'a,b']) {
    expect(faults(() => readWorker({ ...worker, MONGODB_URI: wrong }))).toEqual(['MONGODB_URI']);
  }
});

describe('the URL of the token keys', () => {
  const provider = { ...gateway, AUTH_ISSUER: 'https://idp.example', AUTH_AUDIENCE: 'store' };
  const urlOf = (url: string) => readGateway({ ...provider, AUTH_JWKS_URL: url }).AUTH_JWKS_URL;

  test.each([
    'https://idp.example/jwks',
    'http://localhost:8080/jwks',
    'http://127.0.0.1:8080/jwks',
    'http://[::1]/jwks',
    'http://idp.localhost/jwks',
  ])('the setting AUTH_JWKS_URL accepts %s', (url) => {
    expect(urlOf(url)).toBe(url);
  });

  test.each([
    'http://idp.example/jwks',
    'http://127.0.0.1.evil.example/jwks',
    'http://localhost.evil.example/jwks',
    'http://localhost@evil.example/jwks',
    'http://10.0.0.7/jwks',
    'ftp://localhost/jwks',
  ])('the setting AUTH_JWKS_URL rejects %s', (url) => {
    expect(faults(() => urlOf(url))).toEqual(['AUTH_JWKS_URL']);
  });

  test('the error for an http URL as AUTH_JWKS_URL recommends https', () => {
    expect(() => urlOf('http://idp.example/jwks')).toThrow(
      'AUTH_JWKS_URL is "http://idp.example/jwks": it must be a URL that begins with https://',
    );
  });
});
