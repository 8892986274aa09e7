/** `npm run store -- lint:documents`: lints the store's OpenAPI and AsyncAPI documents. */
import { join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { root } from './folders.ts';
import { runTool } from './run-tool.ts';

const usage = `Usage: npm run store -- lint:documents

Checks the OpenAPI and the AsyncAPI document with Spectral, and the OpenAPI document with Redocly. Exits with 2 on an error or
a warning. tools/clients/spectral.yaml and tools/clients/redocly.yaml say which rules are off, and why.`;

/** Turns off Redocly's telemetry and update notices. */
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

await runCommand(async () => {
  if (readCommandLine({ name: 'npm run store -- lint:documents', usage, options: {} }) !== null) await lint();
});

async function lint(): Promise<void> {
  // Imported when needed, so that --help is quick.
  const { renderDocuments } = await import('./render-documents.ts');
  const { openApi, asyncApi } = renderDocuments();
  const rules = (name: string) => join(import.meta.dirname, name);
  await runModule('@stoplight/spectral-cli/dist/index.js', [
    'lint',
    '--ruleset',
    rules('spectral.yaml'),
    '--fail-severity',
    'hint',
    '--quiet',
    openApi,
    asyncApi,
  ]);
  console.log('✓ Spectral: the OpenAPI and the AsyncAPI document');
  await runModule('@redocly/cli/bin/cli.js', ['lint', '--config', rules('redocly.yaml'), openApi]);
  console.log('✓ Redocly: the OpenAPI document');
}

async function runModule(file: string, args: string[]): Promise<void> {
  await runTool(process.execPath, [join(root, 'node_modules', file), ...args], { cwd: root, env: quiet });
}
