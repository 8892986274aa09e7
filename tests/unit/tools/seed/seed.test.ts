import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';

import { trySeeding } from '#tools/seed/seed.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

/** Seeds a store that accepts every request, except that it refuses writes to paths with this end. Returns the outcome. */
async function seedWith(refusedPath: string, status: number, message: string) {
  const written: string[] = [];
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://store').pathname;
    if (request.method !== 'GET') written.push(path);
    const isRefused = request.method !== 'GET' && path.endsWith(refusedPath);
    const data = { id: written.length, items: [{ id: 1 }] };
    response.statusCode = isRefused ? status : 200;
    response.end(JSON.stringify(isRefused ? { status, message } : { data, meta: { total: 0 } }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const kept: Record<string, string> = {};
  const said: string[] = [];
  await trySeeding({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    currency: 'USD',
    adminToken: 'a',
    clientToken: 'c',
    userKind: 'id',
    dataDir: {
      kept: (name) => kept[name],
      keep: (name, value) => void (kept[name] = value),
      secret: () => 'seed',
    },
    say: (line) => said.push(line),
  });
  return { said, seeded: kept['seeded'], last: written.at(-1) };
}

test('the sample records of a store that accepts no returns are complete without the returns', async () => {
  const { said, seeded, last } = await seedWith('/returns', 422, 'The order cannot be returned.');
  expect(said).toEqual([expect.stringMatching(/^Seeded \d+ products/)]);
  expect({ seeded, last }).toEqual({ seeded: 'yes', last: '/api/client/cart/items' });
});

test('if the store refuses a sample record, one line reports it, and the next start continues with the sample records', async () => {
  const { said, seeded } = await seedWith('/checkout', 429, 'Too Many Attempts.');
  expect(said).toEqual([
    'The sample records are incomplete: POST /api/client/orders/checkout returned 429: Too Many Attempts. ' +
      'The store runs without the others. npm start tries again at its next start, unless it has the option --no-seed.',
  ]);
  expect(seeded).toBe('begun');
});
