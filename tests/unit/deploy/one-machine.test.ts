import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

import { processes, processNames, type ProcessName } from '#deploy/processes.ts';

const folder = join(import.meta.dirname, '../../../deploy/systemd');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

const environment = (name: ProcessName): Record<string, string | undefined> =>
  Object.fromEntries(
    read(`processes/${name}.env`)
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );

describe('the installation with systemd', () => {
  test('the systemd target starts every process of the store and no other process', () => {
    const wanted = [...read('units/storefront.target').matchAll(/storefront@([\w-]+)\.service/g)];
    expect(wanted.map(([, name]) => name).sort()).toEqual([...processNames].sort());
  });

  test('systemd gives each process its own user and a secrets folder that only this user can read', () => {
    const users = read('users.conf');
    const folders = read('folders.conf');
    for (const name of processNames) {
      expect(users).toMatch(new RegExp(`^u storefront-${name} `, 'm'));
      expect(folders).toMatch(
        new RegExp(`^d /var/lib/storefront/secrets/${name} +0750 root storefront-${name}$`, 'm'),
      );
    }
  });

  test('each process under systemd has its own port, and the processes that call it have a URL with this port', () => {
    const ports = processNames.flatMap((name) => {
      const { PORT: port, INTERNAL_PORT: internal } = environment(name);
      return [port, internal].filter((one) => one !== undefined);
    });
    expect(new Set(ports).size).toBe(ports.length);
    expect(ports.length).toBeGreaterThanOrEqual(processNames.length);
    for (const name of processNames) {
      const variables = environment(name);
      const asked = processNames.filter((other) => sharedSecrets(name, other));
      for (const api of asked)
        expect(variables[`${api.replace('-api', '').toUpperCase()}_URL`]).toBe(
          `http://127.0.0.1:${environment(api)['PORT'] ?? ''}`,
        );
    }
  });

  test('the install script for systemd applies changed permissions of the users of MongoDB, Redis and RabbitMQ', () => {
    expect(read('units/storefront-database.service')).toMatch(/^PartOf=storefront\.target$/m);
    const install = read('install');
    expect(install).toMatch(/\$\(laid\)" = .*\] \|\| touch "\$stale\/redis-server"$/m);
    expect(install).toMatch(/^ *rabbitmqctl .*import_definitions/m);
  });

  test('the systemd units wait without limit for MongoDB, Redis and RabbitMQ, but are not restarted after an error that an operator must fix', () => {
    for (const unit of ['storefront-database.service', 'storefront-migrate.service'])
      expect(read(`units/${unit}`).split('\n')).toEqual(
        expect.arrayContaining([
          'StartLimitIntervalSec=0',
          'TimeoutStartSec=infinity',
          'Restart=on-failure',
          'RestartMode=direct',
          'RestartPreventExitStatus=2',
        ]),
      );
    expect(read('units/storefront-migrate.service')).toMatch(/ migrate --apply --wait$/m);
    expect(read('units/storefront@.service')).toMatch(/^RestartPreventExitStatus=2$/m);
    expect(read('servers/after-secrets.conf')).toMatch(/^StartLimitIntervalSec=0$/m);
  });

  test('MongoDB under systemd has the same settings as the MongoDB container', () => {
    const mongod = parse(read('servers/mongod.conf')) as {
      net: { bindIp: string; compression: { compressors: string } };
      replication: { replSetName: string; oplogSizeMB: number };
      setParameter: Record<string, number>;
    };
    const compose = readFileSync(join(folder, '../../docker-compose.yml'), 'utf8');
    expect(mongod.net).toMatchObject({ bindIp: '127.0.0.1', compression: { compressors: 'disabled' } });
    expect(compose).toContain(`--replSet=${mongod.replication.replSetName}`);
    expect(compose).toContain(`--oplogSize=${mongod.replication.oplogSizeMB}`);
    for (const [name, value] of Object.entries(mongod.setParameter))
      expect(compose).toContain(`--setParameter=${name}=${value}`);
  });
});

/** Whether this process has a `caller-service-secret` for calls to that service. */
function sharedSecrets(name: ProcessName, api: ProcessName): boolean {
  const service = (of: string) => of.split('-')[0] ?? '';
  const secret = `${service(name)}-${service(api)}-secret`;
  const known: readonly string[] = processes[name].secrets;
  return api.endsWith('-api') && known.includes(secret);
}
