import { describe, expect, test } from '@jest/globals';
import { eachHost } from '#shared/process/each-host.ts';
import { readApiConfig, readGatewayConfig, readWorkerConfig } from '#shared/process/config.ts';

const api = { PORT: '3001', INTERNAL_SECRET: 'x'.repeat(16), MONGODB_URI: 'mongodb://127.0.0.1/' };
const worker = { ...api, RABBITMQ_URL: 'amqp://127.0.0.1', REDIS_URL: 'redis://127.0.0.1' };
const gateway = {
  ...worker,
  INTERNAL_PORT: '3002',
  CATALOG_URL: 'http://127.0.0.1:1',
  ORDERS_URL: 'http://127.0.0.1:2',
};

/** The variables that a refusal names. */
function faults(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [
      ...new Set(String(error).match(/\b[A-Z]+(?:_[A-Z]+)*\b(?= (?:is|must|fails|with|length|contains))/g)),
    ];
  }
}

test('names every variable that is missing', () => {
  expect(faults(() => readApiConfig({}))).toEqual(['PORT', 'INTERNAL_SECRET', 'MONGODB_URI']);
  expect(faults(() => readWorkerConfig({})).sort()).toEqual(Object.keys(worker).sort());
  const { MONGODB_URI: _none, ...wanted } = gateway;
  expect(faults(() => readGatewayConfig({})).sort()).toEqual(Object.keys(wanted).sort());
});

test('names every variable that is wrong, all at once', () => {
  const wrong = {
    ...{ PORT: '70000', INTERNAL_SECRET: 'short', STORE_CURRENCY: 'dollars', STORE_TIME_ZONE: 'Mars/Base' },
    ...{
      RABBITMQ_URL: 'http://x',
      REDIS_URL: 'amqp://x',
      TAX_RATE: '15',
      LOG_LEVEL: 'loud',
      STORE_NAMESPACE: '../x',
    },
    ...{ MONGODB_URI: 'localhost' },
  };
  expect(faults(() => readWorkerConfig(wrong)).sort()).toEqual(Object.keys(wrong).sort());
});

test('wants issuer and audience with keys of somebody else', () => {
  expect(
    faults(() => readGatewayConfig({ ...gateway, AUTH_JWKS_URL: 'https://id.example/keys' })).sort(),
  ).toEqual(['AUTH_AUDIENCE', 'AUTH_ISSUER']);
});

test('has no default secret', () => {
  const { INTERNAL_SECRET: _secret, ...open } = gateway;
  expect(faults(() => readGatewayConfig(open))).toEqual(['INTERNAL_SECRET']);
});

test('never repeats a secret in what it complains of', () => {
  const wrong = { ...worker, INTERNAL_SECRET: 'hunter2', MONGODB_URI: 'x://user:hunter2@x' };
  expect(() => readWorkerConfig(wrong)).toThrow(
    /INTERNAL_SECRET[^]*MONGODB_URI|MONGODB_URI[^]*INTERNAL_SECRET/,
  );
  expect(() => readWorkerConfig(wrong)).not.toThrow('hunter2');
});

test('defaults to dollars, UTC, no tax and the documented limits', () => {
  expect(readWorkerConfig(worker)).toMatchObject({
    ...{ namespace: 'store', locale: { currencyDecimals: 2, timeZone: 'UTC' }, taxRate: 0, catalogUrl: null },
  });
  expect(readGatewayConfig(gateway)).toMatchObject({
    ...{ ratePerMinute: 600, checkoutRatePerMinute: 30, trustProxyHops: 0, publicUrl: null, corsOrigins: [] },
    ...{ auth: { userClaim: 'sub', jwksUrl: null } },
  });
});

test('reads the currency, the zone, origins and a public URL', () => {
  const read = readGatewayConfig({
    ...gateway,
    ...{ STORE_CURRENCY: 'KWD', STORE_TIME_ZONE: 'Asia/Amman', PUBLIC_URL: 'https://shop.example/base/' },
    CORS_ORIGINS: 'https://a.example, https://b.example,',
  });
  expect(read.locale).toEqual({ currencyDecimals: 3, timeZone: 'Asia/Amman' });
  expect(read.publicUrl).toBe('https://shop.example/base');
  expect(read.corsOrigins).toEqual(['https://a.example', 'https://b.example']);
});

test.each([
  '*',
  'shop.example',
  'https://shop.example/',
  'https://Shop.example',
  'https://a.example https://b.example',
])('does not take %j for an origin', (origins) => {
  expect(() => readGatewayConfig({ ...gateway, CORS_ORIGINS: `https://a.example,${origins}` })).toThrow(
    `CORS_ORIGINS must be origins by comma, such as https://shop.example: "${origins}" is none`,
  );
});

test('bounds what strangers may keep the gateway waiting for', () => {
  expect(readGatewayConfig(gateway).limits).toEqual({
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 30_000,
    slowReaderTimeoutMs: 30_000,
    maxConnections: 10_000,
  });
  const wrong = { HEADERS_TIMEOUT_SECONDS: '20', REQUEST_TIMEOUT_SECONDS: '10' };
  expect(() => readGatewayConfig({ ...gateway, ...wrong })).toThrow('REQUEST_TIMEOUT_SECONDS');
});

test('takes a broker of several hosts, each of which must be one', () => {
  const url = 'amqp://store:pass@rabbitmq-1,rabbitmq-2:5673,rabbitmq-3/shop';
  expect(readWorkerConfig({ ...worker, RABBITMQ_URL: url }).rabbitmqUrl).toBe(url);
  for (const wrong of ['amqp://a,b:x', 'amqp://a,,b', 'http://a,b', 'a,b']) {
    expect(faults(() => readWorkerConfig({ ...worker, RABBITMQ_URL: wrong }))).toEqual(['RABBITMQ_URL']);
  }
  expect(eachHost(url)).toEqual([
    'amqp://store:pass@rabbitmq-1/shop',
    'amqp://store:pass@rabbitmq-2:5673/shop',
    'amqp://store:pass@rabbitmq-3/shop',
  ]);
});

test('takes a database of several members', () => {
  const uri = 'mongodb://orders:pass@mongodb:27017,mongodb-2:27017,mongodb-3:27017/?replicaSet=store';
  expect(readWorkerConfig({ ...worker, MONGODB_URI: uri }).mongodbUri).toBe(uri);
  for (const wrong of ['mongodb://a,b:x', 'mongodb://a,,b', 'amqp://a,b', 'a,b']) {
    expect(faults(() => readWorkerConfig({ ...worker, MONGODB_URI: wrong }))).toEqual(['MONGODB_URI']);
  }
});

describe('where keys of tokens come from', () => {
  const provider = { ...gateway, AUTH_ISSUER: 'https://idp.example', AUTH_AUDIENCE: 'store' };
  const urlOf = (url: string) => readGatewayConfig({ ...provider, AUTH_JWKS_URL: url }).auth.jwksUrl;

  test.each([
    'https://idp.example/jwks',
    'http://localhost:8080/jwks',
    'http://127.0.0.1:8080/jwks',
    'http://[::1]/jwks',
    'http://idp.localhost/jwks',
  ])('may be %s', (url) => {
    expect(urlOf(url)).toBe(url);
  });

  test.each([
    'http://idp.example/jwks',
    'http://127.0.0.1.evil.example/jwks',
    'http://localhost.evil.example/jwks',
    'http://localhost@evil.example/jwks',
    'http://10.0.0.7/jwks',
    'ftp://localhost/jwks',
  ])('may not be %s', (url) => {
    expect(faults(() => urlOf(url))).toEqual(['AUTH_JWKS_URL']);
  });

  test('is refused with the remedy', () => {
    expect(() => urlOf('http://idp.example/jwks')).toThrow('AUTH_JWKS_URL must begin with https://');
  });
});
