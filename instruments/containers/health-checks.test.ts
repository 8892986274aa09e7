import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { images } from '#tools/local-stack/docker-engine.ts';
import { eventually } from '#tests/support/eventually.ts';

const compose = parse(readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8'), {
  merge: true,
}) as { services: Record<string, { healthcheck: { test: string[] } }> };
const prefix = `storefront-health-${randomBytes(4).toString('hex')}`;
const password = `p"@ $x`;
const redis = [
  'mkdir -p /run/storefront',
  `printf %s '${password}' > /run/storefront/password`,
  `exec redis-server --requirepass '${password}'`,
].join(' && ');
const servers = {
  mongodb: { run: [images.mongodb, 'mongod', '--bind_ip_all'], program: 'mongod' },
  redis: { run: ['--entrypoint', 'bash', images.redis, '-c', redis], program: 'redis-server' },
  rabbitmq: { run: [images.rabbitmq], program: 'beam.smp' },
} as const;
type Server = keyof typeof servers;

/** Returns the exit code. Null if the time is over. */
function docker(args: readonly string[], timeout = 60_000): Promise<number | null> {
  return new Promise((resolve) => {
    execFile('docker', args, { timeout, killSignal: 'SIGKILL' }, (error) => {
      resolve(error === null ? 0 : typeof error.code === 'number' ? error.code : null);
    });
  });
}

const askHealth = (server: Server) => {
  const [, ...command] = compose.services[server]?.healthcheck.test ?? [];
  const words = command.map((word) => word.replaceAll('$$', '$'));
  return docker(['exec', `${prefix}-${server}`, ...words], 4000);
};

afterAll(async () => {
  for (const server of Object.keys(servers)) await docker(['rm', '--force', `${prefix}-${server}`]);
}, 60_000);

test.each(Object.keys(servers) as Server[])(
  'the health check of the %s container fails while the server process in the container is suspended',
  async (server) => {
    const { run, program } = servers[server];
    const name = `${prefix}-${server}`;
    expect(await docker(['run', '--detach', '--init', '--name', name, ...run])).toBe(0);
    await eventually(`${server} to be healthy`, async () => (await askHealth(server)) === 0, 100_000);
    const freeze = `for p in /proc/[0-9]*; do [ "$(cat $p/comm)" = ${program} ] && kill -STOP \${p#/proc/}; done; true`;
    expect(await docker(['exec', '--user', '0', name, 'bash', '-c', freeze])).toBe(0);
    expect(await askHealth(server)).not.toBe(0);
  },
  120_000,
);
