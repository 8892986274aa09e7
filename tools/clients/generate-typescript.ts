import { clientDefaultConfig, clientDefaultMeta, createClient } from '@hey-api/openapi-ts';
import { storeDocument } from './render-documents.ts';

/** In the place of one of the generator's own clients: what its calls are sent by and typed with. */
const transport = {
  ...clientDefaultMeta,
  config: { ...clientDefaultConfig, bundle: false, baseUrl: false },
  handler: () => undefined,
  name: '../transport.ts',
  symbolMeta: () => ({ artifact: 'client' }),
};

/** Writes the types and calls of the TypeScript client into this folder. */
export async function generateTypescript(path: string): Promise<void> {
  await createClient({
    input: { ...clientDocument() },
    output: {
      path,
      clean: true,
      entryFile: false,
      header: ['// Generated from the OpenAPI document: `npm run client:typescript`.'],
      module: { extension: '.ts' },
    },
    plugins: [
      // The generator's types name only clients of its own.
      transport as never,
      '@hey-api/typescript',
      { name: '@hey-api/sdk', client: false, auth: false },
    ],
    logs: { level: 'silent', file: false },
  });
}

interface Operation {
  responses?: Record<string, { content?: Record<string, { schema: { contentSchema?: object } }> }>;
}

/** The document without what a call of one answer cannot say. */
function clientDocument() {
  // The documents of two stores differ in no type.
  const document = structuredClone(storeDocument(''));
  // A stream, which not every runtime of apps can read: `operation.progress()` does it.
  delete document.paths['/api/operations/{id}/events'];
  const report = document.paths['/api/operations/{id}/report']?.['get'] as Operation | undefined;
  const lines = report?.responses?.['200']?.content?.['application/x-ndjson'];
  // What the document tells as text the client gives line by line.
  if (lines?.schema.contentSchema) lines.schema = lines.schema.contentSchema;
  return document;
}
