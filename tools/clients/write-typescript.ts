/**
 * `npm run store -- client:typescript`: writes the generated part of clients/typescript from the OpenAPI document. Also writes
 * the console's copies of the order fields and of the command and event types. With `--check` it only verifies that the committed
 * client is up to date.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flag, readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { callName, type NamedOperation } from './call-names.ts';

const folder = join(import.meta.dirname, '../../clients/typescript/src/generated');

const usage = `Usage: npm run store -- client:typescript [--check]

Writes the types and calls of the TypeScript client from the OpenAPI document, and the console's generated files.

  --check   write nothing; exit with 1 if the committed files differ`;

await runCommand(async () => {
  const options = { check: flag };
  const asked = readCommandLine({ name: 'npm run store -- client:typescript', usage, options });
  if (asked === null) return 0;
  if (asked.values.check) await compare();
  else {
    // Imported when needed, so that --help is quick.
    const { orderFieldsFile, orderFieldsText } = await import('./console-order-fields.ts');
    const { consoleTypesFile, consoleTypesText } = await import('./console-types.ts');
    await generateTypescript(folder);
    writeFileSync(orderFieldsFile, orderFieldsText());
    writeFileSync(consoleTypesFile, consoleTypesText());
  }
  return 0;
});

async function compare(): Promise<void> {
  const fresh = mkdtempSync(join(tmpdir(), 'client-typescript-'));
  try {
    await generateTypescript(fresh);
    const names = new Set([...readdirSync(fresh), ...readdirSync(folder)]);
    const differing = [...names].filter((name) => textOf(fresh, name) !== textOf(folder, name));
    if (differing.length === 0) return;
    const list = differing.join(', ');
    throw new PlainError(
      `clients/typescript does not match the OpenAPI document: ${list}. Run npm run store -- client:typescript.`,
    );
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

function textOf(directory: string, name: string): string | null {
  try {
    return readFileSync(join(directory, name), 'utf8');
  } catch {
    return null;
  }
}

async function generateTypescript(path: string): Promise<void> {
  const { clientDefaultConfig, clientDefaultMeta, createClient } = await import('@hey-api/openapi-ts');
  // Replaces the generator's own client, so that generated calls use this transport and its types.
  const transport = {
    ...clientDefaultMeta,
    config: { ...clientDefaultConfig, bundle: false, baseUrl: false },
    handler: () => undefined,
    name: '../transport.ts',
    symbolMeta: () => ({ artifact: 'client' }),
  };
  await createClient({
    input: { ...(await clientDocument()) },
    output: {
      path,
      clean: true,
      entryFile: false,
      header: ['// Generated from the OpenAPI document: `npm run store -- client:typescript`.'],
      module: { extension: '.ts' },
    },
    plugins: [
      // The generator's types allow only its own clients.
      transport as never,
      '@hey-api/typescript',
      { name: '@hey-api/sdk', client: false, auth: false },
    ],
    logs: { level: 'silent', file: false },
  });
}

interface Operation extends NamedOperation {
  responses?: Record<string, { content?: Record<string, { schema: { contentSchema?: object } }> }>;
}

/**
 * The OpenAPI document, in which each operation has the name of its call in the client. Leaves out operations that a call with
 * a single response cannot express.
 */
async function clientDocument() {
  const { storeDocument } = await import('./render-documents.ts');
  // The documents of different stores have the same types, so the URL does not matter.
  const document = structuredClone(storeDocument(''));
  // Some app runtimes cannot read this stream, so the client has `operation.progress()` instead.
  delete document.paths['/api/operations/{id}/events'];
  const report = document.paths['/api/operations/{id}/report']?.['get'] as Operation | undefined;
  const lines = report?.responses?.['200']?.content?.['application/x-ndjson'];
  // The OpenAPI document describes the report as text, but the client returns the report's lines.
  if (lines?.schema.contentSchema) lines.schema = lines.schema.contentSchema;
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values<object>(path) as Operation[]) {
      operation.operationId = callName(operation);
    }
  }
  return document;
}
