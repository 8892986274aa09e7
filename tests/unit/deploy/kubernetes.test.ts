import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { productEvents } from '#services/orders/stock/product-copy.ts';
import { partitions } from '#shared/platform/amqp/topology.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { policyFaults, workloadOf, type Manifest } from '#tools/check/kubernetes-policy.ts';
import { variableOf } from '#deploy/internal-secrets.ts';
import { processes, processNames } from '#deploy/processes.ts';
import { prometheusRule } from '#deploy/prometheus-rule.ts';
import { accessOf, exchangesOf, serverUsers } from '#deploy/servers/access.ts';
import { storeDatabases, toolAccessOf, toolUsers } from '#deploy/servers/tool-access.ts';
import { schemaFault } from './kubernetes-schemas.ts';

const folder = join(import.meta.dirname, '../../../deploy/kubernetes');

/** The manifests in a kustomization that has only resources. */
function manifestsOf(directory: string): Manifest[] {
  const kustomization = parse(readFileSync(join(folder, directory, 'kustomization.yaml'), 'utf8')) as {
    resources: string[];
  };
  return kustomization.resources
    .filter((resource) => resource.endsWith('.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(join(folder, directory, file), 'utf8')))
    .map((document) => document.toJS() as Manifest);
}

interface Labelled {
  labels?: Record<string, string>;
}

interface SecretKey {
  name: string;
  key: string;
}

interface MongodbRole {
  name: string;
  db: string;
}

interface Selector {
  matchLabels?: Record<string, string>;
}

interface Rule {
  ports?: { port: number }[];
  to?: { podSelector?: Selector }[];
  from?: { podSelector?: Selector }[];
}

interface PodMonitor {
  selector: { matchLabels?: Record<string, string>; matchExpressions?: { values: string[] }[] };
  podMetricsEndpoints: { relabelings: object[] }[];
}

interface Policy {
  podSelector: Selector;
  ingress?: Rule[];
  egress?: Rule[];
}

/** A replacer that sorts object keys, so that `JSON.stringify` ignores their sequence. */
const sortedKeys = (_key: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const base = manifestsOf('base');
const servers = manifestsOf('servers');
const named = (kind: string, manifests = base) => manifests.filter((manifest) => manifest.kind === kind);
const specOf = (kind: string, name: string, manifests = base): unknown =>
  named(kind, manifests).find(({ metadata }) => metadata.name === name)?.spec;

describe('Kubernetes manifests', () => {
  const all = [...base, ...manifestsOf('overlays/production')];
  test.each(all.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    'the Kubernetes manifest %s %s matches the schema of its kind',
    (_kind, _name, manifest) => {
      expect(schemaFault(manifest)).toBeNull();
    },
  );

  test('the Kubernetes schema check reports a missing field, a field of the wrong type and an unknown API version', () => {
    const [deployment] = named('Deployment');
    const changed = (change: (spec: Record<string, unknown>) => void) => {
      const copy = structuredClone(deployment) as Manifest & { spec: Record<string, unknown> };
      change(copy.spec);
      return schemaFault(copy);
    };
    expect(changed((spec) => (spec['replicas'] = 'two'))).toContain('replicas');
    expect(changed((spec) => delete spec['selector'])).toContain('selector');
    expect(schemaFault({ apiVersion: 'apps/v2', kind: 'Deployment', metadata: { name: 'x' } })).toContain(
      'apps/v2',
    );
  });

  test('every Kubernetes workload passes the policy check', () => {
    expect(policyFaults(base)).toEqual([]);
  });

  test.each([
    ['runAsNonRoot', 'must not run as root'],
    ['seccompProfile', 'needs the default seccomp profile'],
    ['automountServiceAccountToken', 'must not get a token of the cluster'],
    ['readOnlyRootFilesystem', 'needs a read-only root'],
    ['allowPrivilegeEscalation', 'must not gain privileges'],
    ['capabilities', 'must drop all capabilities'],
    ['limits', 'needs requests and limits'],
    ['image', 'must name its image'],
    ['readinessProbe', 'needs probes'],
    ['startupProbe', 'needs a startup probe'],
    ['minReplicas', 'needs two replicas'],
    ['minReplicaCount', 'needs two replicas'],
  ])('the Kubernetes policy check reports a fault if the manifests lack the field %s', (field, fault) => {
    const text = JSON.stringify(base, (key, value: unknown) => (key === field ? undefined : value));
    expect(policyFaults(JSON.parse(text) as Manifest[]).join('\n')).toContain(fault);
  });

  test.each([
    ['PodDisruptionBudget', 'needs one PodDisruptionBudget'],
    ['NetworkPolicy', 'needs a NetworkPolicy of its own'],
    ['NetworkPolicy', 'Nothing closes the namespace'],
    ['ScaledObject', 'needs to be scaled'],
  ])('if the manifests contain no %s, the Kubernetes policy check reports “%s”', (kind, fault) => {
    expect(policyFaults(base.filter((manifest) => manifest.kind !== kind)).join('\n')).toContain(fault);
  });

  test('if a deployment sets its own number of replicas, the Kubernetes policy check reports it', () => {
    const counted = base.map((manifest) =>
      manifest.kind === 'Deployment' && manifest.metadata.name === 'gateway'
        ? { ...manifest, spec: { ...(manifest.spec as object), replicas: 3 } }
        : manifest,
    );
    expect(policyFaults(counted)).toEqual([
      'Deployment gateway must not set replicas, because its autoscaler sets them',
    ]);
  });

  test('the manifests of the store and those of MongoDB, Redis and RabbitMQ all create the Kubernetes namespace, so either set can be applied first', () => {
    for (const part of ['base', 'servers']) {
      const { resources } = parse(readFileSync(join(folder, part, 'kustomization.yaml'), 'utf8')) as {
        resources: string[];
      };
      expect(resources).toContain('../namespace');
    }
    const namespaces = manifestsOf('namespace');
    expect(namespaces.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Namespace storefront',
    ]);
    expect(namespaces.map(schemaFault)).toEqual([null]);
  });

  test('the Kubernetes namespace has every label that the store’s manifests add to all their objects', () => {
    const { labels } = parse(readFileSync(join(folder, 'base/kustomization.yaml'), 'utf8')) as {
      labels: { pairs: Record<string, string> }[];
    };
    const [namespace] = manifestsOf('namespace') as unknown as { metadata: { labels: object } }[];
    for (const { pairs } of labels) expect(namespace?.metadata.labels).toMatchObject(pairs);
  });

  test('the name of a Kubernetes job contains the release version, because jobs are immutable', () => {
    const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8')) as {
      version: string;
    };
    const jobs = named('Job').map(({ metadata }) => metadata.name);
    expect(jobs).toEqual(
      serviceNames.map((service) => `prepare-${service}-database-${version.replaceAll('.', '-')}`),
    );
  });

  test('only the jobs that prepare databases have the label app.kubernetes.io/component in the store’s Kubernetes manifests', () => {
    const label = 'app.kubernetes.io/component';
    const labelled = base.filter(({ metadata }) => label in ((metadata as Labelled).labels ?? {}));
    expect(labelled).toEqual(named('Job'));
    expect(JSON.stringify(base).split(label)).toHaveLength(named('Job').length + 1);
  });

  test.each([
    ['RabbitmqCluster', 'rabbitmq', { 'app.kubernetes.io/name': 'rabbitmq' }],
    ['MongoDBCommunity', 'mongodb', { app: 'mongodb-svc' }],
  ])(
    'the pods of the %s prefer different Kubernetes nodes, and at most one pod may be unavailable at a time',
    (kind, name, matchLabels) => {
      const member = { labelSelector: { matchLabels }, topologyKey: 'kubernetes.io/hostname' };
      expect(JSON.stringify(specOf(kind, name, servers), sortedKeys)).toContain(
        JSON.stringify({ podAffinityTerm: member, weight: 100 }, sortedKeys),
      );
      expect(specOf('PodDisruptionBudget', name, servers)).toEqual({
        maxUnavailable: 1,
        selector: { matchLabels },
      });
    },
  );

  test('the Kubernetes manifests create the service account that the MongoDB operator expects for MongoDB’s pods, with its role', () => {
    const account = 'mongodb-kubernetes-appdb';
    for (const kind of ['ServiceAccount', 'Role', 'RoleBinding'])
      expect(named(kind, servers).map(({ metadata }) => metadata.name)).toEqual([account]);
  });

  test('the network policies of MongoDB and RabbitMQ let their pods connect to the Kubernetes API', () => {
    for (const name of ['mongodb', 'rabbitmq']) {
      const { egress = [] } = specOf('NetworkPolicy', name) as Policy;
      expect(egress).toContainEqual({ ports: [{ port: 443 }, { port: 6443 }] });
    }
  });

  test('KEDA connects to RabbitMQ under its full host name and as a user with only monitoring permissions', () => {
    for (const { spec } of named('ScaledObject')) {
      const { triggers } = spec as { triggers: { metadata: { host: string } }[] };
      expect(triggers[0]?.metadata.host).toBe('http://rabbitmq.storefront.svc:15672/%2F');
    }
    const { secretTargetRef } = specOf('TriggerAuthentication', 'queue-depth') as {
      secretTargetRef: SecretKey[];
    };
    expect(secretTargetRef.map(({ name, key }) => `${name}/${key}`)).toEqual([
      'queue-depth-user-credentials/username',
      'queue-depth-user-credentials/password',
    ]);
    expect(specOf('User', 'queue-depth', servers)).toMatchObject({ tags: ['monitoring'] });
    expect(specOf('Permission', 'queue-depth', servers)).toMatchObject({
      permissions: { configure: '', write: '', read: '' },
    });
  });

  test('the gateway’s probes use its internal port, so public traffic cannot block the probes', () => {
    const { template } = specOf('Deployment', 'gateway') as {
      template: { spec: { containers: Record<string, { httpGet: { port: string } }>[] } };
    };
    const [gateway = {}] = template.spec.containers;
    const ports = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (name) => gateway[name]?.httpGet.port,
    );
    expect(ports).toEqual(['metrics', 'metrics', 'metrics']);
  });

  test('a process that needs MongoDB has an hour to start in Kubernetes before it is restarted', () => {
    const containers = named('Deployment').flatMap(
      (workload) => workloadOf(workload).template.spec.containers,
    );
    const waiting = containers.filter(({ env = [] }) => env.some(({ name }) => name === 'MONGODB_URI'));
    const seconds = waiting.map(({ name, startupProbe: probe }) => [
      name,
      (probe?.periodSeconds ?? 10) * (probe?.failureThreshold ?? 3),
    ]);
    expect(seconds.length).toBeGreaterThanOrEqual(processNames.length - 1);
    expect(seconds).toEqual(waiting.map(({ name }) => [name, 3600]));
  });

  test('Prometheus in Kubernetes scrapes every process through one PodMonitor, with the process’s name as the job label', () => {
    const monitors = named('PodMonitor', manifestsOf('monitoring')).map(({ spec }) => spec as PodMonitor);
    const scraped = monitors.flatMap(({ selector }) => [
      ...Object.values(selector.matchLabels ?? {}),
      ...(selector.matchExpressions ?? []).flatMap(({ values }) => values),
    ]);
    expect(scraped.sort()).toEqual([...processNames].sort());
    for (const { podMetricsEndpoints } of monitors)
      expect(podMetricsEndpoints[0]?.relabelings).toEqual([
        { sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'], targetLabel: 'job' },
      ]);
  });

  test('the Kubernetes file of alerts contains exactly the alerts of deploy/observability/alerts.yml', () => {
    const alerts = readFileSync(join(folder, '../observability/alerts.yml'), 'utf8');
    expect(readFileSync(join(folder, 'monitoring/alerts.yaml'), 'utf8')).toBe(prometheusRule(alerts));
    const [rule] = named('PrometheusRule', manifestsOf('monitoring'));
    expect(rule?.spec).toEqual(parse(alerts));
  });

  test('the alert ProcessAway watches every process of the store', () => {
    const alerts = readFileSync(join(folder, '../observability/alerts.yml'), 'utf8');
    const rule = alerts.slice(alerts.indexOf('alert: ProcessAway'), alerts.indexOf('alert: PartAway'));
    const jobs = [...rule.matchAll(/job=~"([^"]+)"/g)].map(([, jobs = '']) => new RegExp(`^(?:${jobs})$`));
    expect(jobs.length).toBeGreaterThan(0);
    for (const watched of jobs) expect(processNames.filter((name) => !watched.test(name))).toEqual([]);
  });

  test('autoscalers add API and gateway processes when a process uses 60 % of its processor limit', () => {
    const scaled = named('HorizontalPodAutoscaler').flatMap(({ metadata, spec }) =>
      ((spec as { metrics?: object[] }).metrics ?? []).map((metric) => ({ name: metadata.name, metric })),
    );
    expect(scaled.map(({ name }) => name)).toEqual(processNames.filter((name) => !name.endsWith('-worker')));
    for (const { name, metric } of scaled) {
      const { template } = specOf('Deployment', name) as {
        template: { spec: { containers: { resources: object }[] } };
      };
      expect(template.spec.containers[0]?.resources).toMatchObject({ limits: { cpu: '1' } });
      expect(metric).toMatchObject({ resource: { target: { type: 'AverageValue', averageValue: '600m' } } });
    }
  });

  test('a failed job that prepares a database keeps its pod, so that an operator can read the reason', () => {
    for (const job of named('Job')) expect(workloadOf(job).template.spec.restartPolicy).toBe('Never');
  });

  test('Argo CD applies the ConfigMap and the jobs that read it in the same sync wave', () => {
    const waves = [...named('ConfigMap'), ...named('Job')].map(({ metadata }) => {
      const { annotations } = metadata as { annotations?: Record<string, string> };
      return [
        annotations?.['argocd.argoproj.io/hook'] ?? 'Sync',
        annotations?.['argocd.argoproj.io/sync-wave'],
      ];
    });
    expect(waves).toEqual(waves.map(() => ['Sync', '-1']));
  });

  test('the Kubernetes ingress and the nginx of the one-machine deployment have the same body limit, read timeout and buffering', () => {
    const nginx = readFileSync(join(folder, '../systemd/nginx.conf'), 'utf8');
    const [ingress] = named('Ingress', manifestsOf('overlays/production'));
    const { annotations } = ingress?.metadata as unknown as { annotations: Record<string, string> };
    const ofIngress = (name: string) => annotations[`nginx.ingress.kubernetes.io/${name}`] ?? '';
    expect(nginx).toContain(`client_max_body_size ${ofIngress('proxy-body-size')};`);
    expect(nginx).toContain(`proxy_read_timeout ${ofIngress('proxy-read-timeout')}s;`);
    expect(nginx).toContain(`proxy_buffering ${ofIngress('proxy-buffering')};`);
  });

  test('every process of the store has its own Kubernetes deployment', () => {
    const roles = named('Deployment').map(({ spec }) => {
      const { template } = spec as { template: { spec: { containers: { args: string[] }[] } } };
      return template.spec.containers[0]?.args[0];
    });
    expect(roles.sort()).toEqual([...processNames].sort());
  });

  test.each(processNames)('the Kubernetes deployment of %s gets only its own internal secrets', (name) => {
    const { template } = specOf('Deployment', name) as {
      template: {
        spec: { containers: { env: { name: string; valueFrom?: { secretKeyRef: SecretKey } }[] }[] };
      };
    };
    const refs = (template.spec.containers[0]?.env ?? []).flatMap(({ name: variable, valueFrom }) =>
      valueFrom?.secretKeyRef.name === 'internal' ? [[variable, valueFrom.secretKeyRef.key] as const] : [],
    );
    const ofUpgrade = ['OPERATION_ID_OLD_KEY', 'OPERATION_ID_OLD_KEY_UNTIL'];
    const lasting = refs.filter(([variable]) => !ofUpgrade.includes(variable));
    const { secrets } = processes[name];
    expect(lasting).toEqual(secrets.map((secret) => [variableOf(secret), secret]));
    if (secrets.length === 0) expect(refs).toEqual([]);
  });

  test.each([
    ['backup', ['backup', '/backups'], ['mongodb-backup', 'backup-key']],
    [
      'restore',
      ['restore', '/backups'],
      ['mongodb-restore', 'redis-restore', 'restore-user-credentials', 'restore-key'],
    ],
  ])('the Kubernetes CronJob %s gets exactly the credentials that it needs', (name, args, secrets) => {
    const job = named('CronJob').find(({ metadata }) => metadata.name === name);
    const [container] = job === undefined ? [] : workloadOf(job).template.spec.containers;
    expect(container?.args?.slice(0, 2)).toEqual(args);
    const known = (container?.env ?? []).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? []);
    expect([...new Set(known)]).toEqual(secrets);
  });

  test('the Kubernetes CronJob for backups forbids concurrent runs, and the CronJob for restores is suspended', () => {
    expect(specOf('CronJob', 'backup')).toMatchObject({ concurrencyPolicy: 'Forbid' });
    expect(specOf('CronJob', 'restore')).toMatchObject({
      suspend: true,
      jobTemplate: { spec: { backoffLimit: 0 } },
    });
  });

  test('if a Kubernetes network policy allows a pod to call another pod, the policy of the called pod accepts this call', () => {
    const policies = named('NetworkPolicy').map(({ spec }) => spec as Policy);
    const rules = policies.flatMap(({ podSelector, egress = [] }) =>
      egress.flatMap(({ to = [], ports = [] }) =>
        to.flatMap(({ podSelector: target }) =>
          ports.flatMap(({ port }) =>
            target && podSelector.matchLabels ? [{ from: podSelector, target, port }] : [],
          ),
        ),
      ),
    );
    expect(rules.length).toBeGreaterThan(15);
    const isLetIn = ({ from, target, port }: (typeof rules)[number]) =>
      policies
        .filter(({ podSelector }) => isDeepStrictEqual(podSelector, target))
        .flatMap(({ ingress = [] }) => ingress)
        .filter(({ ports }) => ports === undefined || ports.some((one) => one.port === port))
        .some((rule) => rule.from?.some(({ podSelector }) => isDeepStrictEqual(podSelector, from)));
    expect(rules.filter((rule) => !isLetIn(rule))).toEqual([]);
  });

  test('the autoscaler of a service’s workers counts the messages of all its command queues, and runs at most one worker per queue', () => {
    for (const service of serviceNames) {
      const scaled = specOf('ScaledObject', `${service}-worker`) as {
        maxReplicaCount: number;
        triggers: { metadata: { queueName: string } }[];
      };
      expect(scaled.maxReplicaCount).toBe(partitions);
      const counts = new RegExp(scaled.triggers[0]?.metadata.queueName ?? '');
      const queues = Array.from({ length: partitions }, (_, number) => `store.${service}.commands.${number}`);
      expect(queues.filter((queue) => counts.test(queue))).toEqual(queues);
      expect(counts.test(`store.${service}.parked`)).toBe(false);
    }
  });
});

describe('users on the servers', () => {
  const access = accessOf('store');
  const tools = toolAccessOf('store');

  test.each(serverUsers)(
    'the user of the service or gateway %s has its declared RabbitMQ permissions in Kubernetes',
    (user) => {
      const { configure, write, read, events } = access[user].rabbitmq;
      expect(specOf('Permission', user, servers)).toMatchObject({ permissions: { configure, write, read } });
      const topic = specOf('TopicPermission', user, servers);
      expect(topic).toMatchObject({ permissions: { exchange: 'store.events', ...events } });
    },
  );

  test('deploy/README.md shows how to create the secret with the signing keys that the gateway mounts', () => {
    const { template } = specOf('Deployment', 'gateway') as {
      template: { spec: { volumes: { name: string; secret: { secretName: string } }[] } };
    };
    const keys = template.spec.volumes.find(({ name }) => name === 'keys')?.secret.secretName ?? 'none';
    const readme = readFileSync(join(folder, '../README.md'), 'utf8');
    const [, keysFolder = ''] = /AUTH_KEYS_DIR=~(\S+) npm run -s token -- admin/.exec(readme) ?? [];
    expect(readme).toContain(`kubectl create secret generic ${keys} --from-file=$HOME${keysFolder}\n`);
  });

  test('the users of the tools have their declared RabbitMQ permissions in Kubernetes, and no undeclared user exists', () => {
    const ofTools = toolUsers.filter((user) => tools[user].rabbitmq !== null);
    for (const user of ofTools) {
      expect(specOf('Permission', user, servers)).toMatchObject({
        permissions: { configure: '', ...tools[user].rabbitmq },
      });
      expect(specOf('TopicPermission', user, servers)).toMatchObject({
        permissions: { exchange: 'store.events', write: '', read: '' },
      });
    }
    const users = named('User', servers).map(({ metadata }) => metadata.name);
    expect(users).toEqual([...serverUsers, ...ofTools, 'queue-depth']);
  });

  test('the Kubernetes manifests create every RabbitMQ exchange that several processes use', () => {
    const given = named('Exchange', servers).map(({ spec }) => spec);
    expect(given).toEqual(
      exchangesOf('store').map(({ name, type }) => ({
        name,
        type,
        vhost: '/',
        durable: true,
        autoDelete: false,
        rabbitmqClusterReference: { name: 'rabbitmq' },
      })),
    );
  });

  test('the RabbitMQ permissions of the orders service cover every product event that it subscribes to', () => {
    expect(
      productEvents.filter((pattern) => !new RegExp(access.orders.rabbitmq.events.read).test(pattern)),
    ).toEqual([]);
  });

  test('each service in Kubernetes may use only its own MongoDB database, and each tool has its declared MongoDB roles', () => {
    const { users, security } = specOf('MongoDBCommunity', 'mongodb', servers) as {
      users: { name: string; roles: MongodbRole[] }[];
      security: { roles: { role: string; privileges: { resource: object; actions: string[] }[] }[] };
    };
    const given = Object.fromEntries(users.map(({ name, roles }) => [name, roles]));
    const ofServices = serverUsers.flatMap((user) => {
      const { database } = access[user];
      return database === null ? [] : [[user, [{ name: 'readWrite', db: database }]]];
    });
    const ofTools = toolUsers.map((user) => {
      const { roles, clusterActions } = tools[user].mongodb;
      const inEach = storeDatabases('store').flatMap((db) => roles.map((name) => ({ name, db })));
      const own = { name: `storefront-${user}`, db: 'admin' };
      return [user, clusterActions.length > 0 ? [...inEach, own] : inEach];
    });
    expect(given).toEqual(Object.fromEntries([...ofServices, ...ofTools]));
    expect(security.roles).toMatchObject([
      {
        role: 'storefront-restore',
        privileges: [{ resource: { cluster: true }, actions: tools.restore.mongodb.clusterActions }],
      },
    ]);
    expect(security.roles).toHaveLength(1);
  });
});
