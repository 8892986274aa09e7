import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/clients/folders.ts';
import { runTool } from '#tools/clients/run-tool.ts';
import { runProgram } from '#tools/run-program.ts';
import { npmPackages, workFolder } from './install.ts';
import { linesOf, type Stranger } from './stranger.ts';

/** Packs the client with the command of its README. Returns the file. */
async function packed(): Promise<string> {
  const readme = readFileSync(join(root, 'clients/typescript/README.md'), 'utf8');
  const [, args = ''] = /^npm (pack .+)$/m.exec(readme) ?? [];
  mkdirSync(workFolder, { recursive: true });
  const output = await runTool('npm', [...args.split(' '), '--pack-destination', workFolder], { cwd: root });
  return join(workFolder, /^\S+\.tgz$/m.exec(output)?.[0] ?? '');
}

export const clientPackage: Stranger = {
  proves: 'publint and Are The Types Wrong find no fault in the packed client',
  judge: async () => {
    const folder = await npmPackages('publint', '@arethetypeswrong/cli');
    const file = await packed();
    const judgements = [
      ['publint/src/cli.js', 'run', file, '--strict'],
      // The client is an ES module only, so CommonJS is not judged.
      ['@arethetypeswrong/cli/dist/index.js', file, '--profile', 'esm-only'],
    ];
    const runs = judgements.map(([program = '', ...args]) =>
      runProgram(process.execPath, [join(folder, 'node_modules', program), ...args], { cwd: folder }),
    );
    return (await Promise.all(runs)).flatMap(linesOf);
  },
};
