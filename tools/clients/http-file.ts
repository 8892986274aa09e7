import { variables, type DocumentedRequest } from './documented-requests.ts';

const head = `# Every operation of the store, with the document's examples. Written by npm run client:requests.
# For VS Code's REST Client and JetBrains' HTTP client (which writes {{$uuid}} for {{$guid}}).
`;

/** Converts the requests to a .http file for editors. */
export function httpFile(requests: readonly DocumentedRequest[]): string {
  const named = Object.entries(variables).map(([name, value]) => `@${name} = ${value}`);
  return [head, ...named, '', ...requests.map(toText)].join('\n');
}

function toText({ id, title, method, path, parameters, token, needsKey, body }: DocumentedRequest): string {
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
