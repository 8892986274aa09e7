import { joined, KiB, repeated, type Attack } from '../attack.ts';

const size = 14 * KiB;

const hostileHeaders: Record<string, Record<string, string>> = {
  'more than a head may hold (431)': { 'X-Long': 'x'.repeat(20 * KiB) },
  'one header as long as it may be': { 'X-Long': 'x'.repeat(size) },
  '95 headers': Object.fromEntries(Array.from({ length: 95 }, (_, index) => [`X-${index}`, 'y'.repeat(100)])),
  '1,500 headers (431)': Object.fromEntries(Array.from({ length: 1500 }, (_, index) => [`X${index}`, '1'])),
  'Accept-Language of thousands': { 'Accept-Language': repeated('a,', size) },
  'Accept-Language with weights': {
    'Accept-Language': joined((index) => `a${index};q=0.${index}`, ',', size),
  },
  'Accept of thousands': { Accept: `${repeated('a/b,', size)}*/*` },
  'Accept with weights': { Accept: `${joined((index) => `a/b${index};q=0.${index}`, ',', size)},*/*;q=0.1` },
  'Accept of parameters': { Accept: `application/json;${repeated('a="b";', size)}q=1` },
  'If-None-Match of thousands': { 'If-None-Match': repeated('"a",', size) },
  'If-Match of thousands': { 'If-Match': repeated('"1-en",', size) },
  'a long X-Request-Id': { 'X-Request-Id': 'x'.repeat(size) },
  'a long X-Forwarded-For': { 'X-Forwarded-For': repeated('1.1.1.1,', size) },
  'long baggage': {
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    baggage: joined((index) => `k${index}=v`, ',', size),
  },
  'a long tracestate': {
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    tracestate: joined((index) => `k${index}=v`, ',', size),
  },
  'Prefer of thousands': { Prefer: repeated('wait=1,', size) },
  'a long Cookie': { Cookie: repeated('a=b;', size) },
};

const ofShoppers = Object.entries(hostileHeaders).map(([name, headers]): Attack => ({
  family: 'headers',
  name,
  from: 'shoppers',
  requests:
    ({ productId }) =>
    () => ({ method: 'GET', path: `/api/client/products/${productId}`, headers }),
}));

export const headerAttacks: Attack[] = [
  ...ofShoppers,
  {
    family: 'headers',
    name: 'If-None-Match of thousands for the document',
    from: 'stranger',
    requests: () => () => ({
      method: 'GET',
      path: '/openapi.json',
      headers: { 'If-None-Match': repeated('"a",', size) },
    }),
  },
  {
    family: 'headers',
    name: 'Accept of thousands for the document',
    from: 'stranger',
    requests: () => () => ({
      method: 'GET',
      path: '/openapi.json',
      headers: { Accept: `${repeated('a/b,', size)}*/*` },
    }),
  },
];
