import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as storefront from '#clients/typescript/src/main.ts';
import { callName, type NamedOperation } from '#tools/clients/call-names.ts';
import { storeDocument } from '#tools/clients/render-documents.ts';

const operations = Object.entries(storeDocument('').paths).flatMap(([path, methods]) =>
  Object.values<object>(methods).map((operation) => ({ path, ...(operation as NamedOperation) })),
);
const readme = readFileSync(join(import.meta.dirname, '../../../../clients/typescript/README.md'), 'utf8');

test('no two calls of the TypeScript client have the same name', () => {
  expect(new Set(operations.map(callName)).size).toBe(operations.length);
});

test('the name of a TypeScript client’s call starts with admin for paths under /api/admin and with shop for paths under /api/client', () => {
  const areas: Record<string, string> = { admin: 'admin', client: 'shop' };
  const misnamed = operations.filter((operation) => {
    const area = areas[operation.path.split('/')[2] ?? ''];
    return area !== undefined && !callName(operation).startsWith(area);
  });
  expect(misnamed).toEqual([]);
});

test.each([
  ['ordersList', ['admin:read'], 'adminOrdersList'],
  ['ordersUpdate', ['admin'], 'adminOrdersUpdate'],
  ['ownOrdersList', ['client'], 'shopOrdersList'],
  ['shopProductsList', ['client'], 'shopProductsList'],
  ['ownersList', ['client'], 'shopOwnersList'],
  ['operationsRead', [], 'operationsRead'],
])(
  'the operation %s with the scopes %j becomes the TypeScript client’s call %s',
  (operationId, bearer, name) => {
    expect(callName({ operationId, security: [{ bearer }] })).toBe(name);
  },
);

test('the migration table in the TypeScript client’s README maps the former name of every call to its present name', () => {
  const rows = [...readme.matchAll(/^\| `(\S+)` +\| `(\S+)` +\|$/gm)].map(([, former = '', name = '']) => ({
    pattern: new RegExp(`^${former.replace('…', '(.+)')}$`),
    name,
  }));
  const renamed = (former: string) => {
    const row = rows.find(({ pattern }) => pattern.test(former));
    const [, rest = ''] = row?.pattern.exec(former) ?? [];
    return row?.name.replace('…', `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`);
  };
  const calls = operations.filter((operation) => callName(operation) in storefront);
  expect(calls.length).toBeGreaterThan(90);
  expect(calls.map(({ operationId }) => renamed(operationId))).toEqual(calls.map(callName));
  for (const { name } of rows.filter((row) => !row.name.includes('…')))
    expect(storefront).toHaveProperty(name);
});
