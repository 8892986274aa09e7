import { join } from 'node:path';

import {
  emptyFolder,
  journeyFolder,
  maven,
  openApiGenerator,
  type GeneratedClient,
} from './generated-client.ts';
import { generatorName } from './generator-versions.ts';
import { workFolder } from './render-documents.ts';

const pom = join(journeyFolder('kotlin'), 'pom.xml');
const folder = join(workFolder, 'kotlin');

/** Maven's Kotlin compiler compiles the client with its journey. */
export const kotlinClient: GeneratedClient = {
  generator: `${generatorName('openapi-generator')}, kotlin`,
  async build(document) {
    const output = emptyFolder('kotlin');
    await openApiGenerator('kotlin', { document, output, options: 'packageName=storefront.client' });
    await maven(pom, ['compile', `-Dclient=${output}`]);
  },
  journey: (store) => maven(pom, ['exec:java', `-Dclient=${folder}`], store),
};
