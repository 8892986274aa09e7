import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { processNames } from '#deploy/processes.ts';

interface Service {
  command?: string[];
  restart?: string;
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas?: number };
}

const textOf = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
const servicesOf = (file: string) =>
  (parse(textOf(file), { merge: true, logLevel: 'silent' }) as { services: Record<string, Service> })
    .services;
const services = servicesOf('docker-compose.yml');

test('if a one-shot container of the compose file fails, docker compose up fails too, because Docker never restarts it', () => {
  const awaited = Object.values(services).flatMap(({ depends_on: needs = {} }) =>
    Object.entries(needs).filter(([, { condition }]) => condition === 'service_completed_successfully'),
  );
  const names = new Set(awaited.map(([name]) => name));
  expect([...names].sort()).toEqual(['database', 'migrate', 'secrets']);
  for (const name of names) expect([name, services[name]?.restart]).toEqual([name, 'no']);
  expect(services['migrate']?.command).toEqual(['migrate', '--apply', '--wait']);
});

test('the cluster overlay runs two containers of every process', () => {
  const cluster = servicesOf('deploy/cluster.yml');
  const replicas = processNames.map((name) => [name, cluster[name]?.deploy?.replicas]);
  expect(replicas).toEqual(processNames.map((name) => [name, 2]));
});
