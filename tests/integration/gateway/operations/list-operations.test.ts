import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import { mountOperations } from '#shared/engine/commands/operation-routes.ts';
import type { Problem } from '#shared/contracts/errors.ts';
import { listen, type Listening } from '#shared/platform/http/listen.ts';
import { createServiceApp } from '#shared/engine/reads/service-app.ts';
import { engineModels } from '#shared/engine/commands/engine-models.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { toInboxDocument } from '#shared/engine/commands/inbox.ts';
import { leaseModel } from '#shared/platform/mongo/leases.ts';
import { createCallerLimit } from '#services/gateway/limits/caller-limit.ts';
import { admit } from '#services/gateway/auth/access.ts';
import { readOperationId } from '#services/gateway/commands/operation-id.ts';
import { createOperationsRouter } from '#services/gateway/commands/operations-router.ts';
import { requestContext } from '#services/gateway/http/request-context.ts';
import { createOpenReads } from '#services/gateway/limits/open-reads.ts';
import {
  connections,
  createServiceClient,
  type ServiceClient,
} from '#services/gateway/reads/service-client.ts';
import { openDatabase, quiet, type OwnDatabase } from '../../support/own-servers.ts';
import { anyPort, plain } from '../../../support/plain.ts';

const proof = { name: 'GATEWAY_ORDERS_SECRET' as const, secret: 'a secret of this test' };
const keys = { signs: 'a key of this test', accepted: [] };
const locale = { currencyDecimals: 2, timeZone: 'UTC' };
const inEach = { catalog: 3000, orders: 6500, webhooks: 1000 };
/** Bulk work that was cancelled before a worker started it. It is older than all other commands. */
const cancelled = {
  _id: 'orders-bulk',
  type: 'orders.bulk-update',
  owner: 'admin:1',
  fingerprint: '',
  state: 'cancelled' as const,
  outcome: { problem: { code: 'conflict' as const } },
  accepted_at: '2025-06-01T00:00:00.000Z',
  decided_at: '2025-06-01T00:00:00.000Z',
};
const databases: OwnDatabase[] = [];
const listening: Listening[] = [];
let services: ServiceClient;
let url: string;

const idOf = (service: string, index: number) => `${service}-${String(index).padStart(6, '0')}`;
/** Every seven commands of a service have the same timestamp. The newest commands of all services have the same timestamp. */
const momentOf = (service: keyof typeof inEach, index: number) =>
  new Date(Date.UTC(2026, 0, 1) - Math.floor((inEach[service] - index) / 7) * 1000).toISOString();

/** Starts the HTTP side of a service. Its inbox has as many commands as `inEach` says. */
async function serve(service: keyof typeof inEach): Promise<string> {
  const own = await openDatabase();
  databases.push(own);
  const models = engineModels(own.database);
  const leases = leaseModel(own.database);
  await buildIndexes(own.database);
  const records = Array.from({ length: inEach[service] }, (_, index) =>
    toInboxDocument(
      {
        _id: idOf(service, index),
        type: 'orders.create',
        owner: 'admin:1',
        fingerprint: '',
        state: 'done',
        outcome: { status: 204, location: null, version: null, body: null },
        accepted_at: momentOf(service, index),
        decided_at: new Date().toISOString(),
      },
      new Date(),
    ),
  );
  await models.inbox.collection.insertMany(records as never);
  if (service === 'orders')
    await models.inbox.collection.insertOne(toInboxDocument(cancelled, new Date()) as never);
  const app = createServiceApp({
    caller: proof,
    reads: {},
    check: async () => [],
    health: () => ({}),
    mount: (mounted) =>
      mountOperations(
        mounted,
        { ...models, leases },
        { tracked: {}, decimals: 2, recordsOf: async () => new Map(), lineRowsOf: async () => 0 },
      ),
    log: quiet,
  });
  return started(app);
}

async function started(app: express.Express): Promise<string> {
  const http = await listen(app, anyPort, plain);
  listening.push(http);
  const address = http.server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return `http://127.0.0.1:${address.port}`;
}

beforeAll(async () => {
  services = createServiceClient(
    {
      catalog: { url: await serve('catalog'), proof },
      orders: { url: await serve('orders'), proof },
      webhooks: { url: await serve('webhooks'), proof },
    },
    quiet,
  );
  const router = createOperationsRouter({
    services,
    keys,
    locale,
    baseUrl: () => '',
    countStream: createCallerLimit(1, 'too_many_streams', 5),
    stopping: new AbortController().signal,
    openReads: createOpenReads({ perCaller: 1, connections, waitingMs: () => 0 }),
    queuedRecords: { find: async (command) => (command === 'orders-bulk' ? 500 : null) },
    submitCommand: () => Promise.reject(new Error('This test writes nothing')),
  });
  const scopes = new Set(['admin:read'] as const);
  const auditor = { subject: '1', userId: null, expiresAt: Infinity, scopes };
  const allowed = { allowed: true, limit: 1, remaining: 1, retryAfterSeconds: 0 };
  const refuse: ErrorRequestHandler = (error: Problem, _request, response, _next) => {
    response.status(error.status).json(error.details);
  };
  const app = express();
  app.use(requestContext(quiet));
  app.use(
    '/api',
    admit({
      identify: async () => auditor,
      take: async () => allowed,
      perMinute: 1,
      countCheckout: async () => allowed,
    }),
  );
  app.use(router, refuse);
  url = await started(app);
});
afterAll(async () => {
  await services.close();
  for (const { close } of listening) await close();
  for (const { close } of databases) await close();
});

interface Listed {
  data: { id: string; progress?: unknown }[];
  links: { last: string; next: string | null };
  meta: { total: number; next_cursor: string | null; prev_cursor: string | null; last_page: number };
}

async function ask(query: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/api/admin/operations?${query}`);
  return { status: response.status, body: await response.json() };
}
async function page(query: string): Promise<Listed> {
  const { status, body } = await ask(query);
  expect(status).toBe(200);
  return body as Listed;
}
const commandsOf = ({ data }: Listed) =>
  data.map(({ id }) => readOperationId(id, keys, Date.now())?.commandId);

/** All commands, newest first. */
const sorted = (['catalog', 'orders', 'webhooks'] as const)
  .flatMap((service) =>
    Array.from({ length: inEach[service] }, (_, index) => ({
      id: idOf(service, index),
      at: momentOf(service, index),
    })),
  )
  .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
const all = sorted.map(({ id }) => id);

describe('the operations of all services', () => {
  test.each([1, 2, 33, 50])(
    'page %d of the list of operations merges the operations of all services in sort order, and counts up to 10,000 operations',
    async (number) => {
      const listed = await page(`per_page=200&page=${number}`);
      expect(commandsOf(listed)).toEqual(all.slice((number - 1) * 200, number * 200));
      expect(listed.meta).toMatchObject({ total: 10_000, last_page: 50 });
    },
  );

  test('a page beyond the first 10,000 operations of the list is rejected with 422, and the error contains the last allowed page', async () => {
    const params = { max: 50 };
    const refusal = { code: 'validation_failed', fields: [{ field: 'page', rule: 'deep_page', params }] };
    for (const number of [51, 53, 54]) {
      expect(await ask(`per_page=200&page=${number}`)).toMatchObject({ status: 422, body: refusal });
    }
  });

  test.each([200, 150])(
    'the links of the list of operations with per_page=%d end at a page that contains the 10,000th operation',
    async (perPage) => {
      const last = new URL((await page(`per_page=${perPage}`)).links.last, url);
      const listed = await page(last.search.slice(1));
      expect(commandsOf(listed).at(-1)).toBe(all[9999]);
      expect(listed.links.next).toBeNull();
    },
  );

  async function walk(
    cursor: string | null,
    to: 'next_cursor' | 'prev_cursor',
    { most = Infinity, filter = '' } = {},
  ) {
    const pages: ReturnType<typeof commandsOf>[] = [];
    let last = cursor;
    do {
      const listed = await page(
        `paginate=cursor&per_page=200${filter}${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      pages.push(commandsOf(listed));
      last = cursor;
      cursor = listed.meta[to];
    } while (cursor !== null && pages.length < most);
    return { pages, last };
  }

  test('cursors page through the operations of all services in both directions', async () => {
    // The last of these pages contains no operation of the webhooks service.
    const forth = await walk(null, 'next_cursor', { most: 20 });
    expect(forth.pages.flat()).toEqual(all.slice(0, 4000));
    const back = await walk(forth.last, 'prev_cursor', { most: 10 });
    expect(back.pages.reverse()).toEqual(forth.pages.slice(-10));
  });

  test('bulk work that was cancelled before it started is listed with the number of its records', async () => {
    const { data } = await page('filters[status]=cancelled');
    expect(data).toMatchObject([{ status: 'cancelled', progress: { total: 500, done: 0, failed: 0 } }]);
  });

  test('cursors page to the end of a filtered list of operations and back to its start', async () => {
    const from = momentOf('catalog', inEach.catalog - 174);
    const filter = `&filters[created_at][from]=${from}`;
    const forth = await walk(null, 'next_cursor', { filter });
    expect(forth.pages).toHaveLength(3);
    expect(forth.pages.flat()).toEqual(sorted.filter(({ at }) => at >= from).map(({ id }) => id));
    const back = await walk(forth.last, 'prev_cursor', { filter });
    expect(back.pages.reverse()).toEqual(forth.pages);
  });
});
