import type { IContainer, IPodSpec } from 'kubernetes-models/v1';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec?: unknown;
}

interface Workload {
  replicas?: number;
  template: { metadata: { labels: Labels }; spec: IPodSpec };
}

type Labels = Readonly<Record<string, string>>;
interface Selecting {
  selector?: { matchLabels?: Labels };
  podSelector?: { matchLabels?: Labels };
  policyTypes?: string[];
  scaleTargetRef?: { name: string };
  minReplicas?: number;
  minReplicaCount?: number;
}

/** The shortest allowed time to stop a pod, in seconds. The store's processes need up to 9 s. */
const shortestGrace = 10;

/** Lists the rules for the store's workloads that these manifests break. */
export function policyFaults(manifests: readonly Manifest[]): string[] {
  const workloads = manifests.filter(isWorkload);
  return [
    ...workloads.flatMap((workload) => [...podFaults(workload), ...coverFaults(workload, manifests)]),
    ...isolationFaults(manifests),
    ...duplicates(manifests),
  ];
}

function podFaults(manifest: Manifest): string[] {
  const { spec } = workloadOf(manifest).template;
  const { securityContext: pod } = spec;
  const isService = manifest.kind === 'Deployment';
  const name = `${manifest.kind} ${manifest.metadata.name}`;
  const must: [boolean, string][] = [
    [pod?.runAsNonRoot === true && (pod.runAsUser ?? 0) > 0, 'must not run as root'],
    [pod?.seccompProfile?.type === 'RuntimeDefault', 'needs the default seccomp profile'],
    [spec.automountServiceAccountToken === false, 'must not get a token of the cluster'],
    [spec.hostNetwork !== true && spec.hostPID !== true, 'must not share the host'],
    [!isService || (spec.terminationGracePeriodSeconds ?? 30) > shortestGrace, 'needs time to stop'],
  ];
  return [
    ...said(name, must),
    ...spec.containers.flatMap((container) =>
      containerFaults(`${name}/${container.name}`, container, isService),
    ),
  ];
}

function containerFaults(name: string, container: IContainer, isService: boolean): string[] {
  const { securityContext: own, resources, image = '' } = container;
  const { limits, requests } = resources ?? {};
  return said(name, [
    [own?.readOnlyRootFilesystem === true, 'needs a read-only root'],
    [own?.allowPrivilegeEscalation === false && own.privileged !== true, 'must not gain privileges'],
    [
      own?.capabilities?.drop?.includes('ALL') === true && !own.capabilities.add,
      'must drop all capabilities',
    ],
    [
      [limits, requests].every((amounts) => amounts?.['cpu'] && amounts['memory']),
      'needs requests and limits',
    ],
    [image !== '' && !image.endsWith(':latest'), 'must name its image, and not :latest'],
    [!isService || Boolean(container.livenessProbe && container.readinessProbe), 'needs probes'],
    [!isService || Boolean(container.startupProbe), 'needs a startup probe'],
  ]);
}

/** Lists the objects that this workload needs and lacks, such as its NetworkPolicy. */
function coverFaults(workload: Manifest, manifests: readonly Manifest[]): string[] {
  const { labels } = workloadOf(workload).template.metadata;
  const covering = (kind: string) =>
    manifests.filter((manifest) => {
      const { selector, podSelector } = selecting(manifest);
      const wanted = (selector ?? podSelector)?.matchLabels;
      return manifest.kind === kind && wanted !== undefined && isSubset(wanted, labels);
    });
  const scaler = manifests.find(
    (manifest) =>
      ['HorizontalPodAutoscaler', 'ScaledObject'].includes(manifest.kind) &&
      selecting(manifest).scaleTargetRef?.name === workload.metadata.name,
  );
  const isService = workload.kind === 'Deployment';
  const atLeast = scaler && (selecting(scaler).minReplicas ?? selecting(scaler).minReplicaCount ?? 0);
  return said(`${workload.kind} ${workload.metadata.name}`, [
    [covering('NetworkPolicy').length > 0, 'needs a NetworkPolicy of its own'],
    [!isService || covering('PodDisruptionBudget').length === 1, 'needs one PodDisruptionBudget'],
    [!isService || scaler !== undefined, 'needs to be scaled by something'],
    [!isService || (atLeast ?? 0) >= 2, 'needs two replicas'],
    // If the manifest had a replica count, each apply would reset the autoscaler's value.
    [
      !isService || workloadOf(workload).replicas === undefined,
      'must not set replicas, because its autoscaler sets them',
    ],
  ]);
}

function isolationFaults(manifests: readonly Manifest[]): string[] {
  const closes = manifests.some((manifest) => {
    const { podSelector, policyTypes = [] } = selecting(manifest);
    const isForAll = manifest.kind === 'NetworkPolicy' && podSelector && !podSelector.matchLabels;
    return isForAll && policyTypes.includes('Ingress') && policyTypes.includes('Egress');
  });
  return closes ? [] : ['Nothing closes the namespace: a NetworkPolicy for all pods, in both directions'];
}

function duplicates(manifests: readonly Manifest[]): string[] {
  const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  return names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is there twice`);
}

function said(name: string, must: readonly [boolean, string][]): string[] {
  return must.flatMap(([isMet, fault]) => (isMet ? [] : [`${name} ${fault}`]));
}

function isSubset(some: Labels, all: Labels): boolean {
  return Object.entries(some).every(([name, value]) => all[name] === value);
}

export function isWorkload({ kind }: Manifest): boolean {
  return ['Deployment', 'Job', 'CronJob'].includes(kind);
}

export function workloadOf({ kind, spec }: Manifest): Workload {
  return kind === 'CronJob'
    ? (spec as { jobTemplate: { spec: Workload } }).jobTemplate.spec
    : (spec as Workload);
}

function selecting({ spec }: Manifest): Selecting {
  return spec ?? {};
}
