import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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

  test('the install script for systemd makes the store readable for its users, even if root’s umask hid the files, but no hidden files', () => {
    const store = mkdtempSync(join(tmpdir(), 'storefront-install-'));
    try {
      mkdirSync(join(store, 'deploy'), { mode: 0o700 });
      mkdirSync(join(store, '.data'), { mode: 0o700 });
      writeFileSync(join(store, 'deploy/node'), '', { mode: 0o700 });
      writeFileSync(join(store, 'deploy/run.ts'), '', { mode: 0o600 });
      chmodSync(store, 0o700);
      const lines = read('install').match(/^(?:chmod|find) .*\/opt\/storefront.*$/gm) ?? [];
      execFileSync('bash', ['-c', lines.join('\n').replaceAll('/opt/storefront', store)]);
      const modeOf = (file: string) => (statSync(join(store, file)).mode & 0o777).toString(8);
      expect(['', 'deploy', 'deploy/node', 'deploy/run.ts', '.data'].map(modeOf)).toEqual([
        '755',
        '755',
        '755',
        '644',
        '700',
      ]);
    } finally {
      rmSync(store, { recursive: true });
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
