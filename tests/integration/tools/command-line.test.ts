import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

import { startTcpProxy, throughProxy } from '#tests/support/tcp-proxy.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import { sharedServers, temporaryFolder } from '../../support/servers.ts';
import { ownName } from '../support/own-servers.ts';

const root = join(import.meta.dirname, '../../..');

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

function run(script: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

describe('invalid settings', () => {
  const wrong = {
    STORE_CURRENCY: 'dollars',
    TAX_RATE: '15',
    MONGODB_URI: 'http://user:hunter2@x',
    PORT: '0',
  };
  const lines = [
    '4 settings are wrong (docs/operate/settings.md has them all):',
    '  PORT is "0": it must be a whole number from 1 to 65535.',
    '  STORE_CURRENCY is "dollars": it must be the three capital letters of a currency, such as USD.',
    '  TAX_RATE is "15": it must be a number from 0 to 1.',
    expect.stringMatching(
      /^ {2}MONGODB_URI is wrong \(its value is not shown\): it must be a URL with mongodb:/,
    ),
    '',
  ];

  test('npm start reports all invalid settings together, each once, before it starts a process', async () => {
    const { code, stdout, stderr } = await run(
      'tools/local-stack/start.ts',
      ['--data-dir', '/dev/null/x'],
      wrong,
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')).toEqual(lines);
  });

  test('the orders worker reports all invalid settings together, each once on a line of its own', async () => {
    const needed = {
      REDIS_URL: 'redis://x',
      RABBITMQ_URL: 'amqp://x',
      ORDERS_CATALOG_SECRET: 'x'.repeat(16),
    };
    const { code, stdout, stderr } = await run('services/orders/worker.ts', [], { ...wrong, ...needed });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')).toEqual(lines);
  });
});

test.concurrent(
  'npm start -- --reset and npm run servers -- --reset refuse to delete the keys of a store whose data is on given servers, and name the databases',
  async () => {
    const folder = temporaryFolder();
    const kept = JSON.stringify({ made: '2026-05-01T10:00:00.000Z', 'webhook-secrets-key': 'k'.repeat(48) });
    writeFileSync(join(folder, 'settings.json'), kept);
    const PORT = String(await freePort());
    const given = { MONGODB_URI: 'mongodb://127.0.0.1:9/', STORE_NAMESPACE: 'shop', PORT };
    for (const script of ['start', 'servers-only']) {
      const args = ['--reset', '--data-dir', folder];
      const { code, stdout, stderr } = await run(`tools/local-stack/${script}.ts`, args, given);
      expect(code).not.toBe(0);
      expect(`${stdout}${stderr}`).toMatch(
        /^--reset deletes \S+ with the store's keys, but not the databases shop_catalog, shop_orders, shop_webhooks \(MONGODB_URI\)\. [^\n]+\n$/,
      );
      expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(kept);
    }
  },
);

test.concurrent(
  'npm start -- --reset is also refused without MONGODB_URI, REDIS_URL and RABBITMQ_URL if the store had its data on those servers',
  async () => {
    const folder = temporaryFolder();
    const { mongodbUri, redisUrl, rabbitmqUrl } = sharedServers();
    const given = { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, RABBITMQ_URL: rabbitmqUrl };
    const servers = ['tools/local-stack/servers-only.ts', '--data-dir', folder];
    const child = spawn(process.execPath, servers, { cwd: root, env: { ...process.env, ...given } });
    const ended = once(child, 'close');
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const kept = readFileSync(join(folder, 'settings.json'), 'utf8');
    const unset = { MONGODB_URI: '', REDIS_URL: '', RABBITMQ_URL: '', PORT: String(await freePort()) };
    // If the reset is not refused, this makes the start fail before it starts servers of its own.
    const STORE_SERVERS = 'given';
    const args = ['--reset', '--data-dir', folder];
    const { code, stdout } = await run('tools/local-stack/start.ts', args, { ...unset, STORE_SERVERS });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^--reset deletes [^\n]+ \(MONGODB_URI\), [^\n]+ \(REDIS_URL\), [^\n]+ \(RABBITMQ_URL\)\. /,
    );
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).toBe(kept);
  },
);

test.concurrent(
  'the commands token, console and sessions use the keys of the store in the folder of --data-dir, and without a store there create no key',
  async () => {
    const folder = temporaryFolder();
    const commands = [
      ['services/gateway/auth/token.ts', 'admin'],
      ['services/gateway/auth/token.ts', 'rotate'],
      ['services/gateway/session/print-link.ts'],
      ['tools/operate/sessions.ts', 'list', '--url', 'http://127.0.0.1:9'],
    ] as const;
    const runAll = () =>
      Promise.all(
        commands.map(([script, ...args]) =>
          run(script, [...args, '--data-dir', folder], { AUTH_KEYS_DIR: '' }),
        ),
      );
    for (const { code, stdout, stderr } of await runAll()) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /^Found no store, because \S+\/keys does not exist\. Start one with npm start[^\n]+\n$/,
      );
    }
    expect(existsSync(join(folder, 'keys'))).toBe(false);
    mkdirSync(join(folder, 'keys'));
    const [token, , link, sessions] = await runAll();
    expect(token?.stdout).toMatch(/^ey\S+\n$/);
    expect(link?.stdout).toMatch(/^http\S+#ey\S+\n$/);
    expect(sessions?.stderr).toMatch(/^The gateway at http:\/\/127\.0\.0\.1:9 does not respond/);
    expect(readdirSync(join(folder, 'keys'))).toContain('000001.json');
  },
);

test.concurrent(
  'npm run migrate -- --wait waits while MongoDB is unavailable, and succeeds once MongoDB responds',
  async () => {
    const { mongodbUri } = sharedServers();
    const proxy = await startTcpProxy(mongodbUri);
    try {
      proxy.blackHole();
      const servers = { MONGODB_URI: throughProxy(mongodbUri, proxy), STORE_NAMESPACE: ownName() };
      const args = ['tools/operate/migrate.ts', '--apply', '--wait', '--service', 'catalog'];
      const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...servers } });
      const ended = once(child, 'close');
      const [said] = (await once(child.stderr, 'data')) as [Buffer];
      expect(said.toString()).toMatch(/^MongoDB does not respond yet: waiting for it\. [^\n]*\n$/);
      proxy.heal();
      expect(await ended).toEqual([0, null]);
    } finally {
      await proxy.close();
    }
  },
);

test.concurrent(
  'if MongoDB is unavailable, the commands audit and bytes-per-order print how to start MongoDB',
  async () => {
    const servers = { MONGODB_URI: 'mongodb://127.0.0.1:9/', RABBITMQ_URL: 'amqp://127.0.0.1:9' };
    const both = ['audit', 'bytes-per-order'].map((name) => run(`tools/operate/${name}.ts`, [], servers));
    for (const { code, stdout, stderr } of await Promise.all(both)) {
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^MongoDB does not respond: [^\n]+\. Start it \(npm run servers, [^\n]+\n$/);
    }
  },
);
