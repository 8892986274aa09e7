import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Service {
  container_name?: string;
  ports?: string[];
  profiles?: string[];
  pull_policy?: string;
  build?: unknown;
}

const file = join(import.meta.dirname, '../../../docker-compose.yml');
const compose = parse(readFileSync(file, 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, object | null>;
  volumes: Record<string, object | null>;
};
// The services that `docker compose up` starts if no profile is selected.
const services = Object.entries(compose.services).filter(([, { profiles = [] }]) => profiles.length === 0);

describe('a second store from the same compose file', () => {
  test('a second store on one machine gets free ports for all containers except the gateway, whose port is a setting', () => {
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port] as const),
    );
    const fixed = published.filter(([, port]) => !/:-\d+-\d+\}:\d+$/.test(port));
    expect(published.length).toBeGreaterThan(fixed.length);
    expect(fixed).toEqual([['gateway', '${PORT:-3000}:3000']]);
  });

  test('a second store on one machine has its own names for containers, networks and volumes', () => {
    expect(services.filter(([, { container_name: name }]) => name !== undefined)).toEqual([]);
    const shared = Object.entries({ ...compose.networks, ...compose.volumes }).filter(
      ([, options]) => options !== null && ('name' in options || 'external' in options),
    );
    expect(shared).toEqual([]);
  });

  test('Docker Compose never pulls the store’s own image, which it builds, unless STORE_PULL_POLICY is set', () => {
    const own = services.filter(([, { build }]) => build !== undefined);
    expect(own.length).toBeGreaterThan(0);
    for (const [name, { pull_policy: policy }] of own)
      expect([name, policy]).toEqual([name, '${STORE_PULL_POLICY:-never}']);
  });
});
