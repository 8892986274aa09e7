import { join } from 'node:path';

import { emptyFolder, journeyFolder, openApiGenerator, type GeneratedClient } from './generated-client.ts';
import { generatorName } from './generator-versions.ts';
import { pythonWith } from './python-packages.ts';
import { runTool } from './run-tool.ts';

/**
 * The package registries that this command uses have no Dart SDK, so the client is not compiled. Instead, Dart's grammar parses the
 * client and its journey, and every type used in them must be declared there or built in.
 */
export const dartClient: GeneratedClient = {
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
