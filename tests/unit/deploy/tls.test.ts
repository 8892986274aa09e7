import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { processNames } from '#deploy/processes.ts';

interface Service {
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
}

const root = join(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const unknownTags = { merge: true, logLevel: 'silent' } as const;
const servicesOf = (file: string) =>
  (parse(textOf(file), unknownTags) as { services: Record<string, Service> }).services;
const plain = servicesOf('docker-compose.yml');
const tls = servicesOf('deploy/tls.yml');

describe('compose file with the TLS overlay', () => {
  test('the compose overlay for TLS sets each container’s certificate files and lets the container wait until these files are created', () => {
    const ofProcess = { TLS_CERT_FILE: '/run/storefront/tls.crt', TLS_KEY_FILE: '/run/storefront/tls.key' };
    const trusted = { NODE_EXTRA_CA_CERTS: '/run/storefront/ca.crt' };
    for (const name of processNames)
      expect(tls[name]?.environment).toMatchObject({ ...ofProcess, ...trusted });
    for (const name of ['operator', 'migrate', 'backup', 'restore', 'database'])
      expect([name, tls[name]?.environment]).toEqual([name, expect.objectContaining(trusted)]);
    const waiting = Object.keys(tls).filter((name) => tls[name]?.depends_on?.['certificates'] !== undefined);
    expect(Object.keys(tls).filter((name) => !waiting.includes(name))).toEqual(['certificates', 'secrets']);
  });

  test('the compose overlay for TLS turns every http URL of the store into an https URL', () => {
    for (const [name, { environment = {} }] of Object.entries(plain)) {
      const urls = Object.entries(environment).filter(([, value]) => value.startsWith('http://'));
      const wanted = urls.map(([variable, url]): [string, string] => [
        variable,
        url.replace('http:', 'https:'),
      ]);
      expect({ name, ...tls[name]?.environment }).toMatchObject({ name, ...Object.fromEntries(wanted) });
    }
  });

  test('the compose overlay for TLS makes MongoDB, Redis and RabbitMQ accept only TLS, and keeps all their other options', () => {
    for (const server of ['mongodb', 'redis'] as const) {
      const before = plain[server]?.command ?? [];
      expect(tls[server]?.command?.slice(0, before.length)).toEqual(before);
    }
    expect(tls['mongodb']?.command).toContain('--tlsMode=requireTLS');
    expect(tls['redis']?.command?.join(' ')).toContain('--port 0 --tls-port 6379');
    const lines = (file: string) =>
      textOf(file)
        .split('\n')
        .filter((line) => /^[a-z]/.test(line));
    const [before, now] = [lines('deploy/servers/rabbitmq.conf'), lines('deploy/servers/rabbitmq-tls.conf')];
    expect(before.filter((line) => !now.includes(line))).toEqual(['listeners.tcp.default = 5672']);
    expect(now).toEqual(expect.arrayContaining(['listeners.tcp = none', 'prometheus.tcp.listener = none']));
  });

  test('the compose overlay for TLS writes certificates to the volume of every container that uses certificates', () => {
    const mounted = (tls['certificates']?.volumes ?? []).map((volume) => volume.split(':/volumes/')[1]);
    const wanted = [
      'authority',
      ...processNames,
      'operator',
      'mongodb-secrets',
      'redis-secrets',
      'rabbitmq-secrets',
    ];
    expect(mounted.sort()).toEqual([...wanted, 'backup', 'restore'].sort());
  });
});
