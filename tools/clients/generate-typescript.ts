import { clientDefaultConfig, clientDefaultMeta, createClient } from '@hey-api/openapi-ts';
import { storeDocument } from './render-documents.ts';

/** Replaces the generator's own client, so that generated calls use this transport and its types. */
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
      // The generator's types allow only its own clients.
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

/** The OpenAPI document without operations that a call with a single response cannot express. */
function clientDocument() {
  // The documents of different stores have the same types, so the URL does not matter.
  const document = structuredClone(storeDocument(''));
  // Some app runtimes cannot read this stream, so the client has `operation.progress()` instead.
  delete document.paths['/api/operations/{id}/events'];
  const report = document.paths['/api/operations/{id}/report']?.['get'] as Operation | undefined;
  const lines = report?.responses?.['200']?.content?.['application/x-ndjson'];
  // The OpenAPI document describes the report as text, but the client returns its lines.
  if (lines?.schema.contentSchema) lines.schema = lines.schema.contentSchema;
  return document;
}
