import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openApiDocument, type OpenApiDocument } from '#services/gateway/docs/openapi.ts';

const place = 'TEST_OPENAPI_DOCUMENT';

/** The OpenAPI document for a store in US dollars. Responses have the same shape in every currency. */
function build(): OpenApiDocument {
  return openApiDocument({
    serverUrl: 'http://store.example',
    version: '0.0.0',
    locale: { currencyDecimals: 2, timeZone: 'UTC' },
  });
}

/** Builds the OpenAPI document once for all test files of a run, because that takes most of a second. */
export function shareDocument(folder: string): void {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(build()));
  process.env[place] = file;
}

export function sharedDocument(): OpenApiDocument {
  const file = process.env[place];
  return file === undefined ? build() : (JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument);
}
