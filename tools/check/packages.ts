/** `npm run check:packages`: known vulnerabilities of production packages, and signatures of all packages. */
import { join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/process/command-line.ts';
import { runProgram } from '../run-program.ts';
import { auditReport, signaturesReport, type PackageReport } from './package-report.ts';

const root = join(import.meta.dirname, '../..');

const questions: [name: string, args: string[], read: (output: string) => PackageReport][] = [
  ['npm audit --omit=dev', ['audit', '--omit=dev'], auditReport],
  ['npm audit signatures', ['audit', 'signatures'], signaturesReport],
];

const usage = `Usage: npm run check:packages

Known vulnerabilities of what runs in production, and the signatures of all packages, as the registry knows them. Exit 1 when
there is one.`;

await runCommand(async () => {
  const asked = readCommandLine({ name: 'npm run check:packages', usage, options: {} });
  return asked === null || (await askAll()) ? 0 : 1;
});

async function askAll(): Promise<boolean> {
  let isClean = true;
  for (const [name, args, read] of questions) {
    // npm's exit code is ignored, because it does not distinguish a finding from a failure.
    const quickly = ['--json', '--fetch-retries=0', '--fetch-timeout=20000'];
    const { stdout } = await runProgram('npm', [...args, ...quickly], { cwd: root });
    const report = read(stdout);
    if (report.kind === 'unanswered')
      console.log(`– ${name}: skipped, the registry does not answer (${report.why})`);
    else if (report.faults.length === 0) console.log(`✓ ${name}: ${report.summary}`);
    else {
      console.log(`✗ ${name}: ${report.summary}\n${report.faults.map((fault) => `  ${fault}`).join('\n')}`);
      isClean = false;
    }
  }
  return isClean;
}
