/** `npm run client:requests`: writes the documented requests as a .http file and a Bruno collection. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/process/command-line.ts';
import { root } from './render-documents.ts';
import { requestFiles } from './request-files.ts';

const usage = `Usage: npm run client:requests

Rewrites clients/requests from the examples of the OpenAPI document: store.http and a collection for Bruno.`;

await runCommand(() => {
  if (readCommandLine({ name: 'npm run client:requests', usage, options: {} }) === null) return;
  const folder = join(root, 'clients/requests');
  rmSync(folder, { recursive: true, force: true });
  const files = Object.entries(requestFiles());
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  console.log(`${files.length} files in clients/requests`);
});
