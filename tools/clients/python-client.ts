import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { emptyFolder, journeyFolder, type GeneratedClient } from './generated-client.ts';
import { generatorName } from './generator-versions.ts';
import { pythonWith } from './python-packages.ts';
import { workFolder } from './render-documents.ts';
import { runTool } from './run-tool.ts';

const sources = journeyFolder('python');
const journey = join(sources, 'journey.py');
const folder = join(workFolder, 'python');
const installed = () => pythonWith(join(sources, 'requirements.txt'));

/** Generates the client as a package next to its journey, and type-checks both. */
async function build(document: string): Promise<void> {
  emptyFolder('python');
  const { program, env } = await installed();
  const config = join(folder, 'config.yaml');
  writeFileSync(config, 'package_name_override: storefront_client\n');
  await runTool(
    'openapi-python-client',
    [
      'generate',
      '--path',
      document,
      '--config',
      config,
      '--meta',
      'none',
      '--fail-on-warning',
      '--output-path',
      join(folder, 'storefront_client'),
    ],
    { cwd: folder, env },
  );
  const rules = ['--config-file', join(sources, 'mypy.ini'), '--cache-dir', join(workFolder, 'mypy')];
  await runTool(program, ['-m', 'mypy', ...rules, journey, join(folder, 'storefront_client')], {
    cwd: folder,
    env: { ...env, MYPYPATH: folder },
  });
}

export const pythonClient: GeneratedClient = {
  generator: generatorName('openapi-python-client'),
  build,
  journey: async (store) => {
    const { program, env } = await installed();
    const found = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' };
    return runTool(program, [journey], { cwd: folder, env: { ...env, ...found, ...store } });
  },
};
