/** The result of an npm check on the installed packages, read from its JSON output. */
export type PackageReport =
  /** The registry did not respond, so nothing is known about the packages. */
  { kind: 'unanswered'; why: string } | { kind: 'answered'; faults: string[]; summary: string };

interface AuditOutput {
  vulnerabilities?: Record<string, { severity: string; fixAvailable?: unknown }>;
  metadata?: { vulnerabilities: Record<string, number> };
}

interface SignaturesOutput {
  invalid?: { name: string; version: string }[];
  missing?: { name: string; version: string }[];
}

const grave = new Set(['high', 'critical']);

/** Reads the output of `npm audit --json`. High and critical vulnerabilities are faults, and the summary lists the others. */
export function auditReport(output: string): PackageReport {
  const { vulnerabilities, metadata, ...rest } = parse(output) as AuditOutput;
  if (!vulnerabilities || !metadata) return unanswered(rest);
  const faults = Object.entries(vulnerabilities)
    .filter(([, { severity }]) => grave.has(severity))
    .map(([name, { severity }]) => `${name}: ${severity}. \`npm audit\` says more.`);
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
  return { kind: 'answered', faults, summary: `${faults.length} packages in doubt` };
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
  return { kind: 'unanswered', why: why === '' ? 'npm did not say why' : why };
}
