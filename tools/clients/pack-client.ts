/** `npm run store -- client:pack`: packs clients/typescript into a file that any app can install. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { root, workFolder } from './folders.ts';
import { compile } from './generated-client.ts';
import { runTool } from './run-tool.ts';

const usage = `Usage: npm run store -- client:pack

Compiles the TypeScript client and packs it into one file. Prints the command that installs the file in an app.`;

const source = join(root, 'clients/typescript');
/** The package's name, with its scope. Only the manifest defines it. */
export const { name, version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
};
/**
 * The packed file. Its name has neither the scope nor the version, so the install command stays the same for
 * every version.
 */
export const packedFile = join(workFolder, 'storefront-client.tgz');

/** Packs the client as a registry would serve it: compiled, with its README and the licence. */
export async function packClient(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-client-'));
  try {
    for (const file of ['package.json', 'README.md']) cpSync(join(source, file), join(folder, file));
    cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    await compile(folder, '--project', source, '--outDir', join(folder, 'dist'));
    const printed = await runTool('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error'], {
      cwd: folder,
    });
    const [packed] = JSON.parse(printed) as { filename: string }[];
    mkdirSync(workFolder, { recursive: true });
    cpSync(join(folder, packed?.filename ?? ''), packedFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return packedFile;
}

async function pack(): Promise<void> {
  if (readCommandLine({ name: 'npm run store -- client:pack', usage, options: {} }) === null) return;
  const file = await packClient();
  console.log(
    `Packed ${name} ${version}. To install it, in the folder of your app:\n\n  npm install ${file}`,
  );
}

if (import.meta.main) await runCommand(pack);
