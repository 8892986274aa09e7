import { createRequire } from 'node:module';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';

/*
 * Parses the generated files in clients/requests: store.http with the parser below, and the Bruno collection with Bruno's own
 * parser. The files contain the examples of the OpenAPI document. Other tests show that a store accepts these examples.
 */

interface Request {
  operationId: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

const folder = join(import.meta.dirname, '../../../../clients/requests');

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

test('the example requests in the Bruno collection are the same as in the file store.http', () => {
  const byId = (requests: Request[]) => new Map(requests.map((each) => [each.operationId, each]));
  expect(byId(readCollection())).toEqual(byId(readHttpFile()));
});
