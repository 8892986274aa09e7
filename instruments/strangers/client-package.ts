import { join } from 'node:path';
import { packClient } from '#tools/clients/pack-client.ts';
import { runProgram } from '#tools/run-program.ts';
import { npmPackages } from './install.ts';
import { linesOf, type Stranger } from './stranger.ts';

export const clientPackage: Stranger = {
  proves: 'publint and Are The Types Wrong find no fault in the packed client',
  judge: async () => {
    const folder = await npmPackages('publint', '@arethetypeswrong/cli');
    const file = await packClient();
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
