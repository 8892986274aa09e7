import { expect, test } from '@jest/globals';
import { isFromOwnOrigin } from '#services/gateway/session/sessions.ts';

const own = 'https://shop.example';
const from = (method: string, source: { site?: string; origin?: string; referer?: string }) =>
  isFromOwnOrigin({ method, site: undefined, origin: undefined, referer: undefined, ...source }, own);

test.each([
  ['GET', { site: 'same-origin' }],
  ['HEAD', { site: 'same-origin' }],
  ['GET', { site: 'same-origin', referer: `${own}/console` }],
  // Over plain http to another machine, browsers send no Sec-Fetch-Site. Then Origin or Referer must match.
  ['GET', { referer: `${own}/console/orders?page=2` }],
  ['GET', { origin: own }],
  ['POST', { origin: own }],
  ['POST', { site: 'same-origin', origin: own }],
  ['DELETE', { site: 'same-origin', origin: own }],
])(
  'a %s request with a session cookie and the origin headers %j is accepted as a request of the store’s own pages',
  (method, source) => {
    expect(from(method, source)).toBe(true);
  },
);

test.each([
  ['GET', {}],
  ['GET', { site: 'none' }],
  ['GET', { site: 'same-site' }],
  ['GET', { site: 'cross-site' }],
  ['GET', { site: 'cross-site', origin: own }],
  ['GET', { site: 'cross-site', referer: own }],
  ['GET', { site: 'same-origin', origin: 'https://other.example' }],
  ['GET', { referer: 'https://other.example/console' }],
  ['GET', { referer: 'https://shop.example.other.example/' }],
  ['GET', { referer: 'http://shop.example/console' }],
  ['GET', { referer: 'not a URL' }],
  ['GET', { origin: 'null' }],
  ['POST', {}],
  ['POST', { site: 'same-origin' }],
  ['POST', { referer: `${own}/console` }],
  ['POST', { origin: 'null' }],
  ['POST', { origin: 'https://shop.example:8443' }],
  ['POST', { origin: 'http://shop.example' }],
  ['POST', { site: 'same-site', origin: own }],
  ['DELETE', { site: 'same-origin', origin: 'https://other.example' }],
])(
  'a %s request with a session cookie and the origin headers %j is rejected as a request of another site',
  (method, source) => {
    expect(from(method, source)).toBe(false);
  },
);
