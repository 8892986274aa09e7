import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

import { startTcpProxy, throughProxy } from '#tests/support/tcp-proxy.ts';
import { sharedServers } from '../../support/servers.ts';
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

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const commands = Object.entries(scripts)
  .map(
    ([name, line]) =>
      [
        ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`,
        line.split(' ')[2] ?? '',
      ] as const,
  )
  .filter(([, script]) => script.endsWith('.ts'));
const inContainers = [
  'tools/operate/seed.ts',
  'tools/operate/build-indexes.ts',
  'deploy/container/secrets.ts',
];

describe.each([
  ...commands,
  ...inContainers.map((script) => [script, script] as const),
  ['database', 'deploy/container/database.ts'] as const,
])('%s', (name, script) => {
  test(`${name} prints its help, and rejects an unknown flag in one line`, async () => {
    const [help, unknown] = await Promise.all([run(script, ['--help']), run(script, ['--no-such-flag'])]);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/^(Usage: )?\S/);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/^[^\n]*'--no-such-flag'[^\n]*--help\n$/);
    if (name.startsWith('npm '))
      expect(help.stdout).toContain(name.replace('npm run token', 'npm run -s token'));
  }, 60_000);
});

test('help shows the settings that a command reads', async () => {
  const { stdout } = await run('tools/local-stack/start.ts', ['--help']);
  expect(stdout).toMatch(/STORE_CURRENCY +what amounts are in.*\(default USD\)/);
  expect(stdout).toContain('STORE_SERVERS');
  expect(stdout).not.toContain('GATEWAY_CATALOG_SECRET');
});

describe('wrong settings', () => {
  const wrong = {
    STORE_CURRENCY: 'dollars',
    TAX_RATE: '15',
    MONGODB_URI: 'http://user:hunter2@x',
    PORT: '0',
  };
  const lines = [
    '4 settings are wrong (docs/settings.md has them all):',
    '  PORT is "0": it must be a whole number from 1 to 65535.',
    '  STORE_CURRENCY is "dollars": it must be the three capital letters of a currency, such as USD.',
    '  TAX_RATE is "15": it must be a number from 0 to 1.',
    expect.stringMatching(
      /^ {2}MONGODB_URI is wrong \(its value is not shown\): it must be a URL with mongodb:/,
    ),
    '',
  ];

  test('npm start reports all wrong settings once, before it starts anything', async () => {
    const { code, stdout, stderr } = await run(
      'tools/local-stack/start.ts',
      ['--data-dir', '/dev/null/x'],
      wrong,
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')).toEqual(lines);
  }, 60_000);

  test.each([
    [
      'services/orders/worker.ts',
      { ...wrong, REDIS_URL: 'redis://x', RABBITMQ_URL: 'amqp://x', ORDERS_CATALOG_SECRET: 'x'.repeat(16) },
    ],
  ])(
    '%s reports all wrong settings once, in plain lines',
    async (script, environment) => {
      const { code, stdout, stderr } = await run(script, [], environment);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr.split('\n')).toEqual(lines);
    },
    60_000,
  );
});

test('migrate prints one plain line while it waits for an unavailable MongoDB', async () => {
  const env = { ...process.env, MONGODB_URI: 'mongodb://127.0.0.1:9/' };
  const child = spawn(process.execPath, ['tools/operate/migrate.ts', '--plan'], { cwd: root, env });
  let stdout = '';
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  const [said] = (await once(child.stderr, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(said.toString()).toMatch(
    /^MongoDB does not answer yet; it is waited for, 60 s at the most\.[^\n]*\n$/,
  );
  expect(stdout).toBe('');
}, 60_000);

test('migrate --wait continues and succeeds once MongoDB answers', async () => {
  const { mongodbUri } = sharedServers();
  const proxy = await startTcpProxy(mongodbUri);
  try {
    proxy.blackHole();
    const servers = { MONGODB_URI: throughProxy(mongodbUri, proxy), STORE_NAMESPACE: ownName() };
    const args = ['tools/operate/migrate.ts', '--apply', '--wait', '--service', 'catalog'];
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...servers } });
    const ended = once(child, 'close');
    const [said] = (await once(child.stderr, 'data')) as [Buffer];
    expect(said.toString()).toMatch(/^MongoDB does not answer yet; it is waited for\. [^\n]*\n$/);
    proxy.heal();
    expect(await ended).toEqual([0, null]);
  } finally {
    await proxy.close();
  }
}, 60_000);

test.each(['audit', 'bytes-per-order'])(
  '%s names the remedy when MongoDB is unavailable',
  async (name) => {
    const servers = { MONGODB_URI: 'mongodb://127.0.0.1:9/', RABBITMQ_URL: 'amqp://127.0.0.1:9' };
    const { code, stdout, stderr } = await run(`tools/operate/${name}.ts`, [], servers);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^MongoDB does not answer: [^\n]+\. Start it \(npm run servers, [^\n]+\n$/);
  },
  60_000,
);

describe('an unusable data folder', () => {
  test.each([
    ['package.json', /package\.json can't be the folder for the store's data \(it is a file\)/],
    ['package.json/x', /package\.json is a file\)/],
    ['/dev/null/x', /\/dev\/null is a file/],
    ['/proc/no-such-folder', /\/proc\/no-such-folder can't be the folder for the store's data/],
  ])(
    'the data folder %s is refused in one line',
    async (folder, message) => {
      for (const script of ['tools/local-stack/start.ts', 'tools/local-stack/servers-only.ts']) {
        const { code, stdout, stderr } = await run(script, ['--data-dir', folder]);
        expect(code).not.toBe(0);
        expect(`${stdout}${stderr}`).toMatch(message);
        expect(`${stdout}${stderr}`.trim().split('\n')).toHaveLength(1);
      }
    },
    60_000,
  );
});

describe('tokens of an identity provider', () => {
  const provider = {
    AUTH_JWKS_URL: 'https://id.example/jwks',
    AUTH_ISSUER: 'https://id.example',
    AUTH_AUDIENCE: 'store',
    ...{ STORE_URL: 'http://127.0.0.1:1', STORE_SEED_DIR: '/dev/null/x', AUTH_KEYS_DIR: '/dev/null/x' },
  };

  test.each([
    ['services/gateway/auth/token.ts', ['admin']],
    ['services/gateway/auth/token.ts', ['rotate']],
    ['tools/operate/seed.ts', []],
  ])(
    '%s %j refuses to make tokens when an identity provider issues them',
    async (script, args) => {
      const { code, stdout, stderr } = await run(script, args, provider);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        /^Tokens come from the identity provider https:\/\/id\.example \(AUTH_JWKS_URL[^\n]*\n$/,
      );
      expect(stderr).toContain('"store"');
    },
    60_000,
  );
});
