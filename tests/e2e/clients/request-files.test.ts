import { createRequire } from 'node:module';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { sortedInTurn } from '../support/example-turns.ts';
import { createPingedWebhook } from '../support/pinged-webhook.ts';
import { seedStore } from '../../support/seed-store.ts';
import { startTestStore } from '../../support/store.ts';
import type { TestStore } from '../../support/store.ts';

/*
 * clients/requests as people's tools read it: store.http by the format's few rules, the collection by Bruno's own parser.
 * Both hold the same requests, and a seeded store accepts each of them.
 */

interface Request {
  operationId: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

const folder = join(import.meta.dirname, '../../../clients/requests');

function readHttpFile(): Request[] {
  const [, ...parts] = readFileSync(join(folder, 'store.http'), 'utf8').split(/^### .*\n/m);
  return parts.map((part) => {
    const [head = '', body] = part.trim().split(/\n\n(.*)/s);
    const [name = '', line = '', ...headers] = head.split('\n');
    const [method = '', url = ''] = line.split(' ');
    return {
      operationId: name.replace('# @name ', ''),
      method,
      url,
      headers: Object.fromEntries(headers.map((header) => header.split(': ') as [string, string])),
      body: body === undefined ? undefined : (JSON.parse(body) as unknown),
    };
  });
}

interface Bruno {
  http: { method: string; url: string };
  params?: { name: string; value: string; type: string }[];
  headers?: { name: string; value: string }[];
  auth: { bearer: { token: string } };
  body?: { json: string };
}
const { bruToJsonV2 } = createRequire(import.meta.url)('@usebruno/lang') as {
  bruToJsonV2: (text: string) => Bruno;
};

function readCollection(): Request[] {
  return globSync('bruno/*/*.bru', { cwd: folder, exclude: ['bruno/environments/**'] }).map((path) => {
    const {
      http,
      params = [],
      headers = [],
      auth,
      body,
    } = bruToJsonV2(readFileSync(join(folder, path), 'utf8'));
    return {
      operationId: basename(path, '.bru'),
      method: http.method.toUpperCase(),
      url: params.reduce((url, { name, value }) => url.replace(`:${name}`, value), http.url),
      headers: {
        Authorization: `Bearer ${auth.bearer.token}`,
        ...Object.fromEntries(headers.map(({ name, value }) => [name, value] as const)),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && (JSON.parse(body.json) as unknown),
    };
  });
}

const requests = sortedInTurn(readHttpFile());

let store: TestStore;
let variables: Record<string, string>;

beforeAll(async () => {
  store = await startTestStore();
  const [admin, client] = [await store.adminToken(), await store.clientToken(1)];
  await seedStore(store.url, { admin, client });
  await createPingedWebhook(store, admin);
  const accepted = await store.request('PUT', '/api/admin/subscriptions/bulk-update', {
    token: admin,
    headers: { prefer: 'respond-async' },
    json: { ids: [1, 2], status: 'active' },
  });
  const operationId = (accepted.body as { data: { id: string } }).data.id;
  variables = { baseUrl: store.url, adminToken: admin, clientToken: client, operationId, $guid: 'one-key' };
}, 120_000);
afterAll(async () => store.stop());

function filled(text: string): string {
  return text.replaceAll(/\{\{([\w$]+)\}\}/g, (_match, name: string) => variables[name] ?? `no ${name}`);
}

test('the Bruno collection holds the same requests as store.http', () => {
  const byId = new Map(readCollection().map((request) => [request.operationId, request]));
  expect(byId).toEqual(new Map(requests.map((request) => [request.operationId, request])));
});

describe('a seeded store', () => {
  test.each(requests.map((request) => [request.operationId, request] as const))(
    'a seeded store accepts the sample request %s',
    async (id, { method, url, headers, body }) => {
      const sent = Object.entries(headers).map(([name, value]) => [name, filled(value)] as const);
      const answer = await store.request(method, filled(url), {
        headers: Object.fromEntries(sent),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // The operation may be over by then, nothing of a seeded store is parked, and its first customer has open orders.
      const mayConflict = /^(operations(Cancel|Redrive|Discard|Apply|Undo)|usersDelete)$/.test(id);
      const isExpected = answer.status < 300 || (mayConflict && answer.status === 409);
      expect([isExpected, answer.status, answer.text]).toEqual([true, answer.status, answer.text]);
    },
  );
});
