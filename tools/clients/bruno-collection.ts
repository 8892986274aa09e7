import { variables, type DocumentedRequest } from './documented-requests.ts';

/** Converts the requests to a Bruno collection: file contents, keyed by path. */
export function brunoCollection(requests: readonly DocumentedRequest[]): Record<string, string> {
  const collection = { version: '1', name: 'Storefront', type: 'collection' };
  return {
    'bruno.json': `${JSON.stringify(collection, null, 2)}\n`,
    'environments/local.bru': block('vars', variables),
    ...Object.fromEntries(
      requests.map((request, index) => [`${request.group}/${request.id}.bru`, toText(request, index + 1)]),
    ),
  };
}

function toText(request: DocumentedRequest, seq: number): string {
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
