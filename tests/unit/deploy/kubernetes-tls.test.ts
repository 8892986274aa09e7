import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { processNames } from '#deploy/processes.ts';
import { isWorkload, policyFaults, workloadOf, type Manifest } from '#tools/check/kubernetes-policy.ts';
import { schemaFault } from './kubernetes-schemas.ts';
import { patched } from './strategic-merge.ts';

const folder = join(import.meta.dirname, '../../../deploy/kubernetes');
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const documentsOf = (file: string) =>
  parseAllDocuments(textOf(file)).map((document) => document.toJS() as Manifest);

interface JsonPatch {
  op: string;
  path: string;
  value: unknown;
}

interface Kustomization {
  resources: string[];
  patches: { path?: string; target?: { kind: string }; patch?: string }[];
}

const component = parse(textOf('components/tls/kustomization.yaml')) as Kustomization;
const { resources } = parse(textOf('base/kustomization.yaml')) as Kustomization;
const base = resources
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => documentsOf(`base/${file}`));

/** Applies the JSON patch operations that the component uses: `add` and `replace` of object members or existing list elements. */
function withJsonPatch(manifest: Manifest, { path, value }: JsonPatch): void {
  const steps = path
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/'));
  const last = steps.pop() ?? '';
  const holder = steps.reduce<Record<string, unknown>>(
    (found, step) => found[step] as Record<string, unknown>,
    { ...manifest },
  );
  holder[last] = value;
}

/** The base with the TLS component applied. */
function withTls(): Manifest[] {
  let all = structuredClone(base);
  for (const { path, target, patch } of component.patches) {
    if (path !== undefined) {
      for (const one of documentsOf(`components/tls/${path}`)) {
        const isMet = ({ kind, metadata }: Manifest) =>
          kind === one.kind && metadata.name === one.metadata.name;
        expect([path, one.metadata.name, all.filter(isMet).length]).toEqual([path, one.metadata.name, 1]);
        all = all.map((manifest) => (isMet(manifest) ? (patched(manifest, one) as Manifest) : manifest));
      }
    } else {
      for (const manifest of all.filter(({ kind }) => kind === target?.kind))
        for (const change of parse(patch ?? '') as JsonPatch[]) withJsonPatch(manifest, change);
    }
  }
  return all;
}

const tls = withTls();
const certificates = documentsOf('components/tls/certificates.yaml') as (Manifest & {
  spec: { secretName: string; dnsNames: string[] };
})[];
const workloads = tls.filter(isWorkload);

interface Pod {
  volumes: { name: string; secret?: { secretName: string; items?: { key: string }[] } }[];
  containers: {
    env: { name: string; value?: string }[];
    volumeMounts: { name: string; mountPath: string }[];
    livenessProbe?: { httpGet: { scheme: string } };
  }[];
}
const podOf = (workload: Manifest) => workloadOf(workload).template.spec as unknown as Pod;

describe('Kubernetes base with the TLS component', () => {
  test('the Kubernetes manifests with TLS match their schemas and pass the policy check', () => {
    expect(tls.map(schemaFault).filter((fault) => fault !== null)).toEqual([]);
    expect(policyFaults(tls)).toEqual([]);
  });

  test('every Kubernetes pod with TLS mounts its certificate files at the paths in its settings', () => {
    const { data } = tls.find(({ kind }) => kind === 'ConfigMap') as unknown as {
      data: Record<string, string>;
    };
    const files = ['TLS_CERT_FILE', 'TLS_KEY_FILE', 'NODE_EXTRA_CA_CERTS'].map((name) => data[name]);
    expect(files).toEqual(['tls.crt', 'tls.key', 'ca.crt'].map((file) => `/run/storefront/tls/${file}`));
    for (const workload of workloads) {
      const { volumes, containers } = podOf(workload);
      expect(containers[0]?.volumeMounts).toContainEqual({
        name: 'tls',
        mountPath: '/run/storefront/tls',
        readOnly: true,
      });
      const isProcess = workload.kind === 'Deployment';
      const secretName = isProcess ? `${workload.metadata.name}-tls` : 'tools-tls';
      expect(volumes.find(({ name }) => name === 'tls')?.secret).toMatchObject({ secretName });
      expect(certificates.map(({ spec }) => spec.secretName)).toContain(secretName);
    }
  });

  test('the TLS certificate of each process in Kubernetes is valid for every host name that its callers use', () => {
    const names = Object.fromEntries(certificates.map(({ spec }) => [spec.secretName, spec.dnsNames]));
    const monitoring = textOf('overlays/monitoring-tls/kustomization.yaml');
    const [, forAll] = /serverName: (\S+)/.exec(monitoring) ?? [];
    for (const name of processNames)
      expect(names[`${name}-tls`]).toEqual(expect.arrayContaining([name, forAll]));
  });

  test('the Kubernetes manifests with TLS contain no unencrypted URL, and their probes use HTTPS', () => {
    const text = JSON.stringify(tls);
    expect(text.match(/"[^"]*(http|amqp|redis):\/\/[^"]*"/g)).toBeNull();
    const probes = text.match(/"httpGet":\{[^}]*\}/g) ?? [];
    expect(probes).toHaveLength(3 * processNames.length);
    expect(probes.filter((probe) => !probe.includes('"scheme":"HTTPS"'))).toEqual([]);
  });

  test('KEDA queries RabbitMQ over TLS, with the certificate authority from its TriggerAuthentication', () => {
    const [authentication] = tls.filter(({ kind }) => kind === 'TriggerAuthentication');
    const [from] = documentsOf('components/tls/queue-depth.yaml') as (Manifest & { data: object })[];
    expect(authentication?.spec).toMatchObject({
      configMapTargetRef: [{ parameter: 'tls', name: from?.metadata.name, key: 'tls' }],
      secretTargetRef: expect.arrayContaining([{ parameter: 'ca', name: 'rabbitmq-tls', key: 'ca.crt' }]),
    });
    expect(from?.data).toEqual({ tls: 'enable' });
  });

  test('each Kubernetes pod with TLS defines RABBITMQ_USER and RABBITMQ_PASSWORD before RABBITMQ_URL, which refers to both variables', () => {
    const calling = workloads.filter((workload) => JSON.stringify(podOf(workload)).includes('amqps://'));
    expect(calling).toHaveLength(7);
    for (const workload of calling) {
      const names = podOf(workload).containers[0]?.env.map(({ name }) => name);
      expect(names?.slice(0, 3)).toEqual(['RABBITMQ_USER', 'RABBITMQ_PASSWORD', 'RABBITMQ_URL']);
      expect(names?.filter((name) => name === 'RABBITMQ_URL')).toHaveLength(1);
    }
  });
});

test('MongoDB, Redis and RabbitMQ in the Kubernetes overlay servers-tls use exactly the certificates that the overlay creates', () => {
  const { patches } = parse(textOf('overlays/servers-tls/kustomization.yaml')) as Kustomization;
  const made = documentsOf('overlays/servers-tls/certificates.yaml').map(({ metadata }) => metadata.name);
  const text = patches.map(({ patch }) => patch).join('\n');
  const named = [...text.matchAll(/(?:secretName|name): ([a-z-]+)/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual(made.sort());
  expect(text).toContain('disableNonTLSListeners: true');
  // The Redis image requires a variable with this name.
  expect(text).toContain('{ name: REDIS_TLS_CA_KEY, value: /tls/ca.crt }');
});

test('the certificate authority keeps its private key when its certificate is renewed, so that clients keep trusting it', () => {
  const [authority] = documentsOf('overlays/servers-tls/authority.yaml').filter(
    ({ metadata }) => metadata.name === 'storefront-authority',
  );
  expect(JSON.stringify(authority)).toContain('"rotationPolicy":"Never"');
});
