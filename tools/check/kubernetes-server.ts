/** `npm run store -- check:kubernetes`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { runProgram } from '../run-program.ts';
import { isWorkload, workloadOf, type Manifest } from './kubernetes-policy.ts';

const usage = `Usage: npm run store -- check:kubernetes [options]

Applies deploy/kubernetes twice to the API server of your kubeconfig, as deploy/README.md describes: server-side, in the order
servers, store, monitoring. Reports for each kind how many objects were applied, read back, and unchanged by the second apply.
Then reports for each workload whether the API server would admit its pod. Exits with 1 if it would reject one.

The cluster needs the operators' definitions (CRDs) and the namespace's default service account, which every cluster creates.
The command leaves the objects there, so use a separate cluster, such as one that kind creates.

  --kubectl PATH  the program kubectl (default kubectl)`;

/** The folders with manifests, in the sequence in which deploy/README.md applies them. */
const parts = ['servers', 'overlays/production', 'monitoring'];
const namespace = 'storefront';

interface Kept extends Manifest {
  metadata: Manifest['metadata'] & { uid: string; resourceVersion: string };
  status?: unknown;
}

await runCommand(async () => {
  const options = { kubectl: { type: 'string', default: 'kubectl' } } as const;
  const asked = readCommandLine({ name: 'npm run store -- check:kubernetes', usage, options });
  if (asked === null) return 0;
  const kubectl = kubectlAt(asked.values.kubectl);
  const refused: string[] = [];
  const first = await applyAll(kubectl, refused);
  const second = await applyAll(kubectl, refused);
  for (const line of kindLines(first, second)) process.stdout.write(`${line}\n`);
  for (const line of await podLines(kubectl, second, refused)) process.stdout.write(`${line}\n`);
  for (const line of refused) process.stdout.write(`refused: ${line}\n`);
  return refused.length === 0 ? 0 : 1;
});

type Kubectl = ReturnType<typeof kubectlAt>;

/** Returns a function that runs kubectl. The result's `said` lists kubectl's warnings and errors, one per line. */
function kubectlAt(program: string) {
  return async (args: string[], input?: unknown) => {
    const given = input === undefined ? {} : { input: JSON.stringify(input) };
    const { code, stdout: out, stderr } = await runProgram(program, args, given);
    return { code, out, said: stderr.split('\n').filter((line) => line.trim() !== '') };
  };
}

/** Applies the manifests of each folder in `parts`. Returns the objects as the API server has stored them. */
async function applyAll(kubectl: Kubectl, refused: string[]): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const part of parts) {
    const folder = `deploy/kubernetes/${part}`;
    const applied = await kubectl(['apply', '--server-side', '-k', folder]);
    if (applied.code !== 0) refused.push(...applied.said);
    const read = await kubectl(['get', '-k', folder, '-o', 'json']);
    if (read.code === 0) kept.push(...(JSON.parse(read.out) as { items: Kept[] }).items);
    else refused.push(...read.said);
  }
  // Several folders contain the Namespace object, so duplicates are removed.
  return [...new Map(kept.map((one) => [one.metadata.uid, one])).values()];
}

function kindLines(first: readonly Kept[], second: readonly Kept[]): string[] {
  const before = new Map(first.map((one) => [one.metadata.uid, stableJson(one)]));
  const kindOf = ({ apiVersion, kind }: Kept) => `${kind} (${apiVersion})`;
  return [...new Set(second.map(kindOf))].sort().map((kind) => {
    const of = second.filter((one) => kindOf(one) === kind);
    const same = of.filter((one) => before.get(one.metadata.uid) === stableJson(one));
    return `${kind}: ${of.length} applied and read back, ${same.length} unchanged by the second apply`;
  });
}

/**
 * The object as JSON, without its status and version. Controllers write the status, and the version can change although the rest
 * stays the same.
 */
function stableJson({
  status: _status,
  metadata: { resourceVersion: _version, ...metadata },
  ...object
}: Kept): string {
  return JSON.stringify({ ...object, metadata });
}

/** Checks with a dry run whether the cluster would admit each workload's pod. */
async function podLines(kubectl: Kubectl, kept: readonly Kept[], refused: string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const workload of kept.filter(isWorkload)) {
    const { metadata, spec } = workloadOf(workload).template;
    const name = `${workload.kind} ${workload.metadata.name}`;
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata, generateName: 'asked-' }, spec };
    const asked = await kubectl(['create', '-n', namespace, '--dry-run=server', '-f', '-'], pod);
    if (asked.code !== 0) refused.push(...asked.said.map((line) => `pod of ${name}: ${line}`));
    else lines.push(`pod of ${name}: admitted${asked.said.length > 0 ? `, ${asked.said.join(' ')}` : ''}`);
  }
  return lines;
}
