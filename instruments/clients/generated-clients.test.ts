import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import type { GeneratedClient, JourneyStore } from '#tools/clients/generated-client.ts';
import { generatedClients } from '#tools/clients/generated-clients.ts';
import { renderDocuments } from '#tools/clients/render-documents.ts';
import { runTool } from '#tools/clients/run-tool.ts';
import { seedStore } from '#tests/support/seed-store.ts';
import { startTestStore, type TestStore } from '#tests/support/store.ts';

/* Runs a whole journey with some generated clients. `npm run clients` tests all clients, which takes too long for every run. */
const tried = { 'hey-api': 'node', 'typescript-fetch': 'mvn', python: 'python3' };

type Build = GeneratedClient | null | undefined;
const built = new Map<string, Promise<Build>>();
let store: TestStore;
let access: JourneyStore;

beforeAll(async () => {
  const { openApi } = renderDocuments();
  // The clients are built while the store starts, because both mostly wait for other programs.
  for (const [name, program] of Object.entries(tried)) {
    const client = build(name, program, openApi);
    client.catch(() => 'reported by its own test');
    built.set(name, client);
  }
  store = await startTestStore();
  const [admin, client] = [await store.adminToken(), await store.clientToken(1)];
  await seedStore(store.url, { admin, client });
  access = { STORE_URL: store.url, ADMIN_TOKEN: admin, CLIENT_TOKEN: client };
}, 240_000);
afterAll(async () => store.stop());

/** Generates and checks a client. Null if this machine lacks the program for it. */
async function build(name: string, program: string, document: string): Promise<Build> {
  if (!(await isThere(program))) return null;
  await generatedClients[name]?.build(document);
  return generatedClients[name];
}

/** Whether this machine has the program. CI must have all programs. */
function isThere(program: string): Promise<boolean> {
  return runTool(program, ['--version'], { cwd: '.' }).then(
    () => true,
    (why: unknown) => {
      if (process.env['CI'] !== undefined) throw why;
      console.warn(`skipped: ${program} is not on this machine`);
      return false;
    },
  );
}

describe.each(Object.keys(tried))('the generated client of %s', (name) => {
  test(`the generated client ${name} reads pages and errors, awaits an operation and checks out`, async () => {
    const client = await built.get(name);
    if (client === null) return;
    const output = await client?.journey?.(access);
    expect(output?.trimEnd().split('\n')).toEqual([
      'pages      5 of 12 products on page 1 of 3; 12 by cursor',
      expect.stringMatching(/^languages {2}[A-Za-z ]+ · [\u0600-\u06ff ]+$/),
      'refusal    422 validation_failed: price: The price field must be at least 0. en.name: The en.name field must be at least 2 characters. ar.name: The ar.name field must be at least 2 characters.',
      'operation  succeeded: 2 of 2 done',
      expect.stringMatching(/^checkout {3}201 [\w-]+; the same key again: the same order, replayed true$/),
    ]);
  }, 300_000);
});
