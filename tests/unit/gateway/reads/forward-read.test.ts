import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express from 'express';
import { Problem } from '#shared/contracts/errors.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { storeNowhere } from '#services/gateway/http/caching.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import { readQuery } from '#services/gateway/http/request-query.ts';
import { sendProblem } from '#services/gateway/http/send-problem.ts';
import { createForwardRead } from '#services/gateway/reads/forward-read.ts';
import { endpoints, type ReadEndpoint } from '#services/gateway/http/routes.ts';

const reads = new Map(
  endpoints.flatMap((endpoint): [string, ReadEndpoint][] =>
    endpoint.kind === 'read' ? [[endpoint.id, endpoint]] : [],
  ),
);
const log = createLog('test', 'silent');
const caller = { area: 'admin', subject: 'layla', userId: null } as const;

/** Serves `/api/{id of a read}`. The service responds with only a status, which is 404 if the query is `?refused`. */
let server: Server;
beforeAll(async () => {
  const forwardRead = createForwardRead({
    services: {
      read: async (_asked, to) => {
        if (to.req.url.includes('refused')) throw new Problem('not_found');
        to.end();
      },
    },
    openReads: { begin: async () => undefined },
    locale: { currencyDecimals: 2, timeZone: 'UTC' },
  });
  const app = express().set('query parser', false);
  app.use(requestContext(log), storeNowhere);
  app.get('/api/:id', async (request, response) => {
    const endpoint = reads.get(request.params.id);
    if (!endpoint) throw new Problem('not_found');
    const { fields, parameters } = readQuery(request);
    const query = {
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'refused')),
      parameters,
    };
    const accepts = (types: string[]) => request.accepts(types);
    const asked = { endpoint, params: {}, caller, query, url: '', ifNoneMatch: undefined, accepts };
    await forwardRead({ ...asked, isHead: request.method === 'HEAD' }, response);
  });
  app.use(sendProblem(log));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function headersOf(
  path: string,
  init: RequestInit = {},
): Promise<[caching: string | null, vary: string]> {
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/api/${path}`, init);
  return [headers.get('cache-control'), headers.get('vary') ?? ''];
}

describe('cache headers of a read', () => {
  test.each(
    [...reads.values()].map(({ id, declared }) => [
      id,
      declared.impersonal ? 'private, no-cache' : 'no-store',
    ]),
  )(
    'the response to the read %s has Cache-Control: %s, and Vary lists Authorization, Cookie and Accept-Language',
    async (id, caching) => {
      for (const method of ['GET', 'HEAD']) {
        const [said, vary] = await headersOf(id, { method });
        expect([method, said]).toEqual([method, caching]);
        for (const name of ['Authorization', 'Cookie', 'Accept-Language']) expect(vary).toContain(name);
      }
    },
  );

  test.each(['products.list?format=csv', 'subscriptions.list?format=xlsx', 'inventory.list?format=ndjson'])(
    'the exported file %s must not be cached, although the list may be cached',
    async (path) => {
      expect((await headersOf(path))[0]).toBe('no-store');
      expect((await headersOf(path, { method: 'HEAD' }))[0]).toBe('no-store');
    },
  );

  test('a list requested as a CSV file through Accept must not be cached, although the list as JSON may be cached', async () => {
    expect((await headersOf('products.list', { headers: { accept: 'text/csv' } }))[0]).toBe('no-store');
  });

  test.each(['products.read?refused', 'products.list?per_page=0&paginate=1'])(
    'the error response to %s must not be cached, although a successful response may be cached',
    async (path) => {
      expect((await headersOf(path))[0]).toBe('no-store');
    },
  );
});

test.each([
  ['orders.list', null],
  ['order-items.list', '299 - "rows is ignored: there is nothing like it here"'],
])(
  'the file %s with rows=items has the header Warning %p, because only orders have lines',
  async (id, expected) => {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/api/${id}?format=csv&rows=items`);
    expect([response.status, response.headers.get('warning')]).toEqual([200, expected]);
  },
);
