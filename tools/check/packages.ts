/** `npm run check:packages`: known vulnerabilities of production packages, and signatures of all packages. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/process/command-line.ts';
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
    const report = read(await npm([...args, '--json', '--fetch-retries=0', '--fetch-timeout=20000']));
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

/** Returns npm's output. npm's exit code cannot be used, because it does not distinguish a finding from a failure. */
function npm(args: string[]): Promise<string> {
  const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (text) => (output += String(text)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(output));
  });
}
