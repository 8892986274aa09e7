import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { asyncApiDocument } from '#services/gateway/docs/asyncapi.ts';
import { openApiDocument } from '#services/gateway/docs/openapi.ts';
import { release as version } from '#shared/process/release.ts';

export const root = join(import.meta.dirname, '../..');

/** What this work is done in: tools as they were installed, clients as they were generated. */
export const workFolder = join(root, '.data/clients');

/** The store's OpenAPI document, as a store with the default settings gives it out under this URL. */
export function storeDocument(serverUrl: string) {
  return openApiDocument({
    serverUrl,
    version,
    locale: { currencyDecimals: 2, timeZone: 'UTC' },
  });
}

/** Writes both documents as files for tools, into the work folder. */
export function renderDocuments(): { openApi: string; asyncApi: string } {
  mkdirSync(workFolder, { recursive: true });
  const files = { openApi: join(workFolder, 'openapi.json'), asyncApi: join(workFolder, 'asyncapi.json') };
  const asyncApi = asyncApiDocument({ exchange: 'store.events', version });
  writeFileSync(files.openApi, JSON.stringify(storeDocument('https://shop.test'), null, 2));
  writeFileSync(files.asyncApi, JSON.stringify(asyncApi, null, 2));
  return files;
}
