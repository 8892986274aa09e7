import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { asyncApiDocument } from '#services/gateway/docs/asyncapi.ts';
import { openApiDocument } from '#services/gateway/docs/openapi.ts';
import { release as version } from '#shared/platform/process/release.ts';
import { workFolder } from './folders.ts';

/** The OpenAPI document of a store with default settings and this URL. */
export function storeDocument(serverUrl: string) {
  return openApiDocument({ serverUrl, version, locale: { currencyDecimals: 2, timeZone: 'UTC' } });
}

export function renderDocuments(): { openApi: string; asyncApi: string } {
  mkdirSync(workFolder, { recursive: true });
  const files = { openApi: join(workFolder, 'openapi.json'), asyncApi: join(workFolder, 'asyncapi.json') };
  const asyncApi = asyncApiDocument({ exchange: 'store.events', version });
  writeFileSync(files.openApi, JSON.stringify(storeDocument('https://shop.test'), null, 2));
  writeFileSync(files.asyncApi, JSON.stringify(asyncApi, null, 2));
  return files;
}
