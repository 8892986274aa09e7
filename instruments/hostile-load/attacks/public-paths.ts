import { KiB, type Attack } from '../attack.ts';
import type { HostileRequest } from '../hostile-request.ts';

const hostOf = (turn: number) => `shop-${turn}.example`;
const get = (path: string): HostileRequest => ({ method: 'GET', path });

/** Paths that need no token. */
const paths: Record<string, (turn: number) => HostileRequest> = {
  '/openapi.json, a new Host each': (turn) => ({ ...get('/openapi.json'), host: hostOf(turn) }),
  '/openapi.json, a new Host of 10 KiB each': (turn) => ({
    ...get('/openapi.json'),
    host: `${'a.'.repeat(5 * KiB)}${turn}`,
  }),
  '/openapi.json': () => get('/openapi.json'),
  '/asyncapi.json': () => get('/asyncapi.json'),
  '/': () => get('/'),
  '/docs, a new Host each': (turn) => ({ ...get('/docs'), host: hostOf(turn) }),
  '/docs/errors': () => get('/docs/errors'),
  '/docs/assets/swagger-ui-bundle.js, 1.4 MB': () => get('/docs/assets/swagger-ui-bundle.js'),
  '/docs/assets in 10,000 ranges': () => ({
    ...get('/docs/assets/swagger-ui-bundle.js'),
    headers: {
      Range: `bytes=${Array.from({ length: 2500 }, (_, index) => `${index}-`).join(',')}`.slice(0, 14 * KiB),
    },
  }),
  '/docs/assets that there are not': (turn) => get(`/docs/assets/${turn}`),
  '/health/live': () => get('/health/live'),
  '/health/ready': () => get('/health/ready'),
  'no such path, 15 KiB': (turn) => get(`/${'x'.repeat(15 * KiB)}${turn}`),
  'no such path, 15 KiB of percent signs': (turn) => get(`/${'%2e%2f'.repeat(2.4 * KiB)}${turn}`),
  'no such path of /api, 15 KiB': (turn) => get(`/api/${'x'.repeat(15 * KiB)}${turn}`),
  'slashes, 15 KiB': () => get('/'.repeat(15 * KiB)),
  'no token': () => get('/api/client/orders'),
  'a preflight': () => ({
    method: 'OPTIONS',
    path: '/api/client/orders',
    headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'PUT' },
  }),
  'a method that there is not': () => ({ method: 'PURGE', path: '/' }),
};

export const publicAttacks: Attack[] = [
  ...Object.entries(paths).map(([name, make]): Attack => ({
    family: 'public paths',
    name,
    from: 'stranger',
    requests: () => make,
  })),
  // Each connection has its own address, because the limits per address would stop a single address.
  ...[
    '/openapi.json, a new Host each',
    '/health/ready',
    '/docs/assets/swagger-ui-bundle.js, 1.4 MB',
    'no such path, 15 KiB',
  ].map((name): Attack => ({
    family: 'public paths',
    name: `${name}, many addresses`,
    from: 'strangers',
    connections: [32],
    requests: () => (turn) => paths[name]?.(turn) ?? get('/'),
  })),
  {
    family: 'public paths',
    name: '/metrics on the internal port',
    from: 'stranger',
    internal: true,
    requests: () => () => get('/metrics'),
  },
];
