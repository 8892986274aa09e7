/** `npm run store -- check:packages`: known vulnerabilities of production packages, and signatures of all packages. */
import { join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { runProgram } from '../run-program.ts';

/** The result of an npm check on the installed packages, read from npm's JSON output. */
type PackageReport =
  /** The registry did not respond, so nothing is known about the packages. */
  { kind: 'unanswered'; why: string } | { kind: 'answered'; faults: string[]; summary: string };

const root = join(import.meta.dirname, '../..');

const questions: [name: string, args: string[], read: (output: string) => PackageReport][] = [
  ['npm audit --omit=dev', ['audit', '--omit=dev'], auditReport],
  ['npm audit signatures', ['audit', 'signatures'], signaturesReport],
];

const usage = `Usage: npm run store -- check:packages

Asks the package registry for known vulnerabilities of the packages that run in production, and for the signatures of all
packages. Exits with 1 if it reports a vulnerability or a missing signature.`;

async function check(): Promise<number> {
  const asked = readCommandLine({ name: 'npm run store -- check:packages', usage, options: {} });
  return asked === null || (await askAll()) ? 0 : 1;
}

async function askAll(): Promise<boolean> {
  let isClean = true;
  for (const [name, args, read] of questions) {
    // npm's exit code is ignored, because it does not distinguish a finding from a failure.
    const quickly = ['--json', '--fetch-retries=0', '--fetch-timeout=20000'];
    const { stdout } = await runProgram('npm', [...args, ...quickly], { cwd: root });
    const report = read(stdout);
    if (report.kind === 'unanswered')
      console.log(`– ${name}: skipped, the registry does not respond (${report.why})`);
    else if (report.faults.length === 0) console.log(`✓ ${name}: ${report.summary}`);
    else {
      console.log(`✗ ${name}: ${report.summary}\n${report.faults.map((fault) => `  ${fault}`).join('\n')}`);
      isClean = false;
    }
  }
  return isClean;
}

interface AuditOutput {
  vulnerabilities?: Record<string, { severity: string; fixAvailable?: unknown }>;
  metadata?: { vulnerabilities: Record<string, number> };
}

interface SignaturesOutput {
  invalid?: { name: string; version: string }[];
  missing?: { name: string; version: string }[];
}

const grave = new Set(['high', 'critical']);

/**
 * Reads the output of `npm audit --json`. High and critical vulnerabilities are faults, and the summary lists all other
 * vulnerabilities.
 */
export function auditReport(output: string): PackageReport {
  const { vulnerabilities, metadata, ...rest } = parse(output) as AuditOutput;
  if (!vulnerabilities || !metadata) return unanswered(rest);
  const faults = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => grave.has(severity))
    .map(([name, { severity }]) => `${name}: ${severity}. Run \`npm audit\` for details.`);
  const counts = Object.entries(metadata.vulnerabilities).filter(
    ([severity, count]) => severity !== 'total' && count > 0,
  );
  const summary = counts.map(([severity, count]) => `${count} ${severity}`).join(', ');
  return { kind: 'answered', faults, summary: summary === '' ? 'no known vulnerabilities' : summary };
}

/** Reads the output of `npm audit signatures --json`. A package without a valid signature is a fault. */
export function signaturesReport(output: string): PackageReport {
  const { invalid, missing, ...rest } = parse(output) as SignaturesOutput;
  if (!invalid || !missing) return unanswered(rest);
  const faults = [
    ...invalid.map(({ name, version }) => `${name}@${version}: its signature is not valid.`),
    ...missing.map(({ name, version }) => `${name}@${version}: it has no signature.`),
  ];
  return { kind: 'answered', faults, summary: `${faults.length} packages without a valid signature` };
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output) as unknown;
  } catch {
    return { message: output.trim().split('\n', 1)[0] };
  }
}

function unanswered(rest: { message?: string; error?: { summary?: string } }): PackageReport {
  const why = rest.message ?? rest.error?.summary ?? '';
  return { kind: 'unanswered', why: why === '' ? 'npm gave no reason' : why };
}

if (import.meta.main) await runCommand(check);
