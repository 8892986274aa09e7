import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { productEvents } from '#services/orders/rules/product-copy.ts';
import { partitions } from '#shared/amqp/topology.ts';
import { policyFaults } from '#tools/check/kubernetes-policy.ts';
import type { Manifest } from '#tools/check/kubernetes-policy.ts';
import { variableOf } from '#deploy/internal-secrets.ts';
import { processes, processNames } from '#deploy/processes.ts';
import { accessOf, exchangesOf, serverUsers } from '#deploy/servers/access.ts';
import { schemaFault } from './kubernetes-schemas.ts';

const folder = join(import.meta.dirname, '../../../deploy/kubernetes');

/** What a kustomization of plain resources puts together. */
function manifestsOf(directory: string): Manifest[] {
  const kustomization = parse(readFileSync(join(folder, directory, 'kustomization.yaml'), 'utf8')) as {
    resources: string[];
  };
  return kustomization.resources
    .filter((resource) => resource.endsWith('.yaml'))
    .flatMap((file) => parseAllDocuments(readFileSync(join(folder, directory, file), 'utf8')))
    .map((document) => document.toJS() as Manifest);
}

interface SecretKey {
  name: string;
  key: string;
}

const base = manifestsOf('base');
const servers = manifestsOf('servers');
const named = (kind: string, manifests = base) => manifests.filter((manifest) => manifest.kind === kind);
const specOf = (kind: string, name: string, manifests = base): unknown =>
  named(kind, manifests).find(({ metadata }) => metadata.name === name)?.spec;

describe('the manifests', () => {
  const all = [...base, ...manifestsOf('overlays/production')];
  test.each(all.map((manifest) => [manifest.kind, manifest.metadata.name, manifest] as const))(
    '%s %s is what the schema of its kind says',
    (_kind, _name, manifest) => {
      expect(schemaFault(manifest)).toBeNull();
    },
  );

  test('a misspelt or mistyped field is found', () => {
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

  test('keep the rules for every workload', () => {
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
    ['replicas', 'needs two replicas'],
  ])('without %s a deployment breaks a rule', (field, fault) => {
    const text = JSON.stringify(base, (key, value: unknown) => (key === field ? undefined : value));
    expect(policyFaults(JSON.parse(text) as Manifest[]).join('\n')).toContain(fault);
  });

  test.each([
    ['PodDisruptionBudget', 'needs one PodDisruptionBudget'],
    ['NetworkPolicy', 'needs a NetworkPolicy of its own'],
    ['NetworkPolicy', 'Nothing closes the namespace'],
    ['ScaledObject', 'needs to be scaled'],
  ])('without any %s they break a rule', (kind, fault) => {
    expect(policyFaults(base.filter((manifest) => manifest.kind !== kind)).join('\n')).toContain(fault);
  });

  test('run every process of the store, each as its own role', () => {
    const roles = named('Deployment').map(({ spec }) => {
      const { template } = spec as { template: { spec: { containers: { args: string[] }[] } } };
      return template.spec.containers[0]?.args[0];
    });
    expect(roles.sort()).toEqual([...processNames].sort());
  });

  test.each(processNames)('%s is told of its own secrets alone', (name) => {
    const { template } = specOf('Deployment', name) as {
      template: {
        spec: { containers: { env: { name: string; valueFrom?: { secretKeyRef: SecretKey } }[] }[] };
      };
    };
    const refs = (template.spec.containers[0]?.env ?? []).flatMap(({ name: variable, valueFrom }) =>
      valueFrom?.secretKeyRef.name === 'internal' ? [[variable, valueFrom.secretKeyRef.key] as const] : [],
    );
    const ofUpgrade = ['INTERNAL_SECRET', 'OPERATION_ID_OLD_KEY', 'OPERATION_ID_OLD_KEY_UNTIL'];
    const lasting = refs.filter(([variable]) => !ofUpgrade.includes(variable));
    const { secrets } = processes[name];
    expect(lasting).toEqual(secrets.map((secret) => [variableOf(secret), secret]));
    if (secrets.length === 0) expect(refs).toEqual([]);
  });

  test('ask for no more workers than there are partitions', () => {
    for (const service of ['catalog', 'orders']) {
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

describe('the users at the servers', () => {
  const access = accessOf('store');

  test.each(serverUsers)('%s may do at RabbitMQ what it may everywhere', (user) => {
    const { configure, write, read, events } = access[user].rabbitmq;
    expect(specOf('Permission', user, servers)).toMatchObject({ permissions: { configure, write, read } });
    const topic = specOf('TopicPermission', user, servers);
    expect(topic).toMatchObject({ permissions: { exchange: 'store.events', ...events } });
  });

  test('the exchanges that processes meet at are there before them', () => {
    const given = named('Exchange', servers).map(({ spec }) => spec);
    expect(given).toEqual(
      exchangesOf('store').map(({ name, type }) => ({
        ...{
          name,
          type,
          vhost: '/',
          durable: true,
          autoDelete: false,
          rabbitmqClusterReference: { name: 'rabbitmq' },
        },
      })),
    );
  });

  test('the orders service may follow what it follows', () => {
    expect(
      productEvents.filter((pattern) => !new RegExp(access.orders.rabbitmq.events.read).test(pattern)),
    ).toEqual([]);
  });

  test('each service has its own database at MongoDB', () => {
    const { users } = specOf('MongoDBCommunity', 'mongodb', servers) as {
      users: { name: string; roles: { name: string; db: string }[] }[];
    };
    const given = Object.fromEntries(users.map(({ name, roles }) => [name, roles]));
    const wanted = serverUsers.flatMap((user) => {
      const { database } = access[user];
      return database === null ? [] : [[user, [{ name: 'readWrite', db: database }]]];
    });
    expect(given).toEqual(Object.fromEntries(wanted));
  });
});
