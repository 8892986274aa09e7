import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from './render-documents.ts';

/** The generators' versions. Each is read from the one file that pins it. */
export const generatorVersions = {
  '@hey-api/openapi-ts': pinned('package.json', /"@hey-api\/openapi-ts": "([^"]+)"/),
  'openapi-generator': pinned(
    'tools/clients/openapi-generator/pom.xml',
    /<artifactId>openapi-generator-maven-plugin<\/artifactId>\s*<version>([^<]+)</,
  ),
  'openapi-python-client': pinned(
    'clients/journeys/python/requirements.txt',
    /^openapi-python-client==([\w.]+)/m,
  ),
};

/** A generator with its version: `openapi-generator 7.25.0`. */
export function generatorName(name: keyof typeof generatorVersions): string {
  return `${name} ${generatorVersions[name]}`;
}

function pinned(file: string, pattern: RegExp): string {
  const [, version] = pattern.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${file} names no version of the generator`);
  return version;
}
