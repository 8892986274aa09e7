import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  compile,
  emptyFolder,
  generatorName,
  journeyFolder,
  openApiGenerator,
  type GeneratedClient,
} from './generated-client.ts';
import { workFolder } from './folders.ts';
import { runTool } from './run-tool.ts';

type Generate = (document: string, output: string) => Promise<void>;

const heyApi: Generate = async (input, path) => {
  // Imported when needed, because it is large.
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input,
    output: { path, module: { extension: '.js' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  });
};

const typescriptFetch: Generate = (document, output) =>
  openApiGenerator('typescript-fetch', { document, output, options: 'importFileExtension=.js' });

/** The strictest compiler settings with which the generated code compiles. */
const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: ['node'],
  // Checks the client, but not the type declarations of Node and browsers.
  skipLibCheck: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  rootDir: 'src',
  outDir: 'out',
};

/** `name` is also the file name of the test program (journey). */
function typescriptClient(name: string, generator: string, generate: Generate): GeneratedClient {
  const folder = join(workFolder, name);
  return {
    generator,
    async build(document) {
      emptyFolder(name);
      await generate(document, join(folder, `src/generated/${name}`));
      cpSync(join(journeyFolder('typescript'), `${name}.ts`), join(folder, `src/journeys/${name}.ts`));
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
      await compile(folder, '--project', folder);
    },
    journey: (store) =>
      runTool(process.execPath, [`out/journeys/${name}.js`], { cwd: folder, env: { ...store } }),
  };
}

export const typescriptClients: Record<string, GeneratedClient> = {
  'hey-api': typescriptClient('hey-api', generatorName('@hey-api/openapi-ts'), heyApi),
  'typescript-fetch': typescriptClient(
    'typescript-fetch',
    `${generatorName('openapi-generator')}, typescript-fetch`,
    typescriptFetch,
  ),
};
