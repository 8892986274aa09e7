import { join } from 'node:path';

import {
  emptyFolder,
  generatorName,
  journeyFolder,
  maven,
  openApiGenerator,
  type GeneratedClient,
} from './generated-client.ts';
import { packagedClient } from './packaged-client.ts';
import { pythonClient, pythonWith } from './python-client.ts';
import { workFolder } from './folders.ts';
import { runTool } from './run-tool.ts';
import { typescriptClients } from './typescript-clients.ts';

const kotlinPom = join(journeyFolder('kotlin'), 'pom.xml');

/** Maven's Kotlin compiler compiles the client together with its test program (journey). */
const kotlin: GeneratedClient = {
  generator: `${generatorName('openapi-generator')}, kotlin`,
  async build(document) {
    const output = emptyFolder('kotlin');
    await openApiGenerator('kotlin', { document, output, options: 'packageName=storefront.client' });
    await maven(kotlinPom, ['compile', `-Dclient=${output}`]);
  },
  journey: (store) => maven(kotlinPom, ['exec:java', `-Dclient=${join(workFolder, 'kotlin')}`], store),
};

/**
 * The package registries that this command uses have no Dart SDK, so the client is not compiled. Instead, Dart's grammar parses
 * the client and its test program (journey). Every type used in these files must be declared in one of them or built in.
 */
const dart: GeneratedClient = {
  generator: `${generatorName('openapi-generator')}, dart`,
  async build(document) {
    const sources = journeyFolder('dart');
    const output = emptyFolder('dart');
    await openApiGenerator('dart', { document, output, options: 'pubName=storefront_client' });
    const { program } = await pythonWith(join(sources, 'requirements.txt'));
    const files = [join(output, 'lib'), join(sources, 'journey.dart')];
    await runTool(program, [join(sources, 'check_types.py'), ...files], { cwd: output });
  },
  journey: null,
};

export const generatedClients: Readonly<Record<string, GeneratedClient>> = {
  ...typescriptClients,
  python: pythonClient,
  kotlin,
  dart,
  packaged: packagedClient,
};
