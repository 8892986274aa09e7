import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { processNames } from '#deploy/processes.ts';

interface Service {
  command?: string[];
  restart?: string;
  volumes?: unknown[];
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas?: number; resources?: { limits: { memory: string } } };
}

const textOf = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
const servicesOf = (file: string) =>
  (parse(textOf(file), { merge: true, logLevel: 'silent' }) as { services: Record<string, Service> })
    .services;
const services = servicesOf('docker-compose.yml');

test('Docker never restarts the containers of the compose file that run once before other containers start', () => {
  const awaited = Object.values(services).flatMap(({ depends_on: needs = {} }) =>
    Object.entries(needs).filter(([, { condition }]) => condition === 'service_completed_successfully'),
  );
  const names = new Set(awaited.map(([name]) => name));
  expect([...names].sort()).toEqual(['database', 'migrate', 'secrets']);
  for (const name of names) expect([name, services[name]?.restart]).toEqual([name, 'no']);
  expect(services['migrate']?.command).toEqual(['migrate', '--apply', '--wait']);
});

test('the cluster overlay of the compose file runs two containers of every process', () => {
  const cluster = servicesOf('deploy/cluster.yml');
  const replicas = processNames.map((name) => [name, cluster[name]?.deploy?.replicas]);
  expect(replicas).toEqual(processNames.map((name) => [name, 2]));
});

test('every deployment limits the memory of Redis to 512 MB, which is half of its container’s memory', () => {
  const { command = [], deploy } = services['redis'] ?? {};
  expect([command[command.indexOf('--maxmemory') + 1], deploy?.resources?.limits.memory]).toEqual([
    '512mb',
    '1G',
  ]);
  for (const file of ['deploy/systemd/servers/redis.conf', 'deploy/kubernetes/servers/redis.yaml'])
    expect(textOf(file)).toMatch(/^ *maxmemory 512mb$/m);
  expect(textOf('deploy/kubernetes/servers/redis.yaml')).toContain('memory: 1Gi }');
});

test.each(['docs/operate/runbook-outbox.md', 'docs/operate/upgrades.md'])(
  'the page %s has a command that lets the running RabbitMQ container import its definitions',
  (page) => {
    const [, file = ''] = /^load_definitions = (.+)$/m.exec(textOf('deploy/servers/rabbitmq.conf')) ?? [];
    expect(services['rabbitmq']?.volumes).toContain(`rabbitmq-secrets:${dirname(file)}:ro`);
    const command = `docker compose exec rabbitmq rabbitmqctl import_definitions ${file}`;
    expect(textOf(page)).toContain(`\`${command}\``);
  },
);
