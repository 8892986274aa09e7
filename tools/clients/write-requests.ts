/** `npm run store -- client:requests`: writes the documented requests as a .http file and a Bruno collection. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { root } from './folders.ts';

const usage = `Usage: npm run store -- client:requests

Writes clients/requests from the examples of the OpenAPI document: store.http and a Bruno collection.`;

async function write(): Promise<void> {
  if (readCommandLine({ name: 'npm run store -- client:requests', usage, options: {} }) === null) return;
  const folder = join(root, 'clients/requests');
  rmSync(folder, { recursive: true, force: true });
  const files = Object.entries(await requestFiles());
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  console.log(`${files.length} files in clients/requests`);
}

/** The variables in the requests. Their values fit a store that runs with `npm start`. */
const variables = {
  baseUrl: 'http://localhost:3000',
  adminToken: 'npm run -s token -- --scope admin',
  clientToken: 'npm run -s token -- --scope client',
  operationId: 'Location of an answer 202',
};

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: { bearer: string[] }[];
  parameters: { name?: string; in?: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example: unknown }> };
}

/** Converts the documented requests to files for HTTP tools. Keys are paths within clients/requests. */
export async function requestFiles(): Promise<Record<string, string>> {
  const requests = await documentedRequests();
  const bruno = Object.entries(brunoCollection(requests));
  return {
    'store.http': httpFile(requests),
    ...Object.fromEntries(bruno.map(([path, text]) => [`bruno/${path}`, text])),
  };
}

async function documentedRequests(): Promise<DocumentedRequest[]> {
  // Imported when needed, so that --help is quick.
  const { storeDocument } = await import('./render-documents.ts');
  const { paths } = storeDocument(variables.baseUrl);
  const requests = Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      toRequest(method, template, operation as unknown as Operation),
    ),
  );
  return [...requests.filter((each) => !deletes(each)), ...requests.filter(deletes)];
}

const deletes = ({ method, path }: DocumentedRequest): boolean =>
  method === 'DELETE' || path.endsWith('/bulk-delete');

type DocumentedRequest = ReturnType<typeof toRequest>;

/** A request made from one operation of the OpenAPI document and the operation's examples. */
function toRequest(method: string, template: string, operation: Operation) {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  return {
    id: operation.operationId,
    title: operation.summary,
    group: operation.tags[0] ?? '',
    method: method.toUpperCase(),
    /** The path with named parameters: `/api/admin/orders/:order`. */
    path: template.replaceAll(/\{(\w+)\}/g, ':$1'),
    parameters: Object.fromEntries<string>(
      // Only the parameter for an operation's id has no example. The user copies this id from the response to an earlier write.
      inPath.map(({ name = '', example }) => [
        name,
        example === undefined ? '{{operationId}}' : String(example as number),
      ]),
    ),
    /** The variable that contains the required token. */
    token: operation.security[0]?.bearer.includes('client') ? 'clientToken' : 'adminToken',
    needsKey: operation.operationId === 'ordersCheckout',
    body: operation.requestBody?.content['application/json']?.example,
  };
}

const head = `# Every operation of the store, with the document's examples. Written by npm run store -- client:requests.
# For VS Code's REST Client and JetBrains' HTTP client (which writes {{$uuid}} for {{$guid}}).
# Requests that delete come last, because the others need the sample records.
`;

function httpFile(requests: readonly DocumentedRequest[]): string {
  const named = Object.entries(variables).map(([name, value]) => `@${name} = ${value}`);
  return [head, ...named, '', ...requests.map(httpText)].join('\n');
}

function httpText({ id, title, method, path, parameters, token, needsKey, body }: DocumentedRequest): string {
  const filled = path.replaceAll(/:(\w+)/g, (_match, name: string) => parameters[name] ?? '');
  return [
    `### ${title}`,
    `# @name ${id}`,
    `${method} {{baseUrl}}${filled}`,
    `Authorization: Bearer {{${token}}}`,
    ...(needsKey ? ['Idempotency-Key: {{$guid}}'] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', '', JSON.stringify(body, null, 2)]),
    '',
  ].join('\n');
}

/** Converts the requests to a Bruno collection: file contents, keyed by path. Bruno sorts the requests of a folder by `seq`. */
function brunoCollection(requests: readonly DocumentedRequest[]): Record<string, string> {
  const collection = { version: '1', name: 'Storefront', type: 'collection' };
  const folders = Map.groupBy(requests, ({ group }) => group);
  return {
    'bruno.json': `${JSON.stringify(collection, null, 2)}\n`,
    'environments/local.bru': block('vars', variables),
    ...Object.fromEntries(
      [...folders].flatMap(([group, own]) =>
        own.map((request, index) => [`${group}/${request.id}.bru`, brunoText(request, index + 1)]),
      ),
    ),
  };
}

function brunoText(request: DocumentedRequest, seq: number): string {
  const { title, method, path, parameters, token, needsKey, body } = request;
  const kind = body === undefined ? 'none' : 'json';
  return [
    block('meta', { name: title, type: 'http', seq: String(seq) }),
    block(method.toLowerCase(), { url: `{{baseUrl}}${path}`, body: kind, auth: 'bearer' }),
    ...(Object.keys(parameters).length === 0 ? [] : [block('params:path', parameters)]),
    ...(needsKey ? [block('headers', { 'Idempotency-Key': '{{$guid}}' })] : []),
    block('auth:bearer', { token: `{{${token}}}` }),
    ...(body === undefined ? [] : [`body:json {\n${indented(JSON.stringify(body, null, 2))}\n}\n`]),
  ].join('\n');
}

function block(name: string, entries: Readonly<Record<string, string>>): string {
  const lines = Object.entries(entries).map(([key, value]) => `${key}: ${value}`);
  return `${name} {\n${indented(lines.join('\n'))}\n}\n`;
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

if (import.meta.main) await runCommand(write);
