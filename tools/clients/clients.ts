/**
 * `npm run store -- clients`: generates clients with common generators, and runs a test program (a journey) with each client.
 */
import { readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { makeToken } from '../local-stack/token.ts';
import type { GeneratedClient, JourneyStore } from './generated-client.ts';
import { generatedClients } from './generated-clients.ts';

const usage = `Usage: npm run store -- clients [client …] [--url URL]

Generates clients from the store's OpenAPI document, compiles them, and runs a program with each against a store. The program
reads pages in both languages, reads the fields of an error, waits for an operation, and places an order with an Idempotency-Key.

Clients (default: all): ${Object.keys(generatedClients).join(', ')}.
"packaged" is the published form of clients/typescript. It runs in Node and, if they are on the PATH, in Bun and Deno.

  --url URL  a running store with the seeded records and this folder's keys (default http://localhost:3000, as for npm start)

Python clients need Python 3.11 or later with venv; clients of openapi-generator need Maven and Java 17. The command downloads
the other tools in their pinned versions, checks them, and keeps them in .data/clients and in Maven's own cache.`;

const command = {
  name: 'npm run store -- clients',
  usage,
  takesNames: true,
  options: { url: { type: 'string', default: 'http://localhost:3000' } },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  const chosen = chooseClients(asked.positionals);
  const store = await journeyStore(asked.values.url.replace(/\/$/, ''));
  // Imported when needed, so that --help is quick.
  const { renderDocuments } = await import('./render-documents.ts');
  const { openApi } = renderDocuments();
  for (const client of chosen) await goThrough(client, openApi, store);
});

function chooseClients(names: string[]): GeneratedClient[] {
  const known = Object.keys(generatedClients);
  return (names.length === 0 ? known : names).map((name) => {
    const client = generatedClients[name];
    if (!client) throw wrongUsage(command.name, `there is no client "${name}", only ${known.join(', ')}`);
    return client;
  });
}

async function journeyStore(url: string): Promise<JourneyStore> {
  const isThere = await fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere)
    throw new PlainError(
      `No store responds at ${url}. Start one with npm start, or name another with --url.`,
    );
  const [admin, client] = [await makeToken({}, 'admin'), await makeToken({}, 'client')];
  return { STORE_URL: url, ADMIN_TOKEN: admin, CLIENT_TOKEN: client };
}

async function goThrough(client: GeneratedClient, document: string, store: JourneyStore): Promise<void> {
  console.log(`\n${client.generator}`);
  const began = Date.now();
  await client.build(document);
  console.log(`generated and checked in ${((Date.now() - began) / 1000).toFixed(0)} s`);
  console.log(client.journey === null ? 'its journey was not run' : (await client.journey(store)).trimEnd());
}
