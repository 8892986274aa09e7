import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

import { commandRunner, type Ended } from '../../support/commands/command-runner.ts';

const root = join(import.meta.dirname, '../../..');
const runShared = commandRunner();

/** Whether a module runs its command only if it is the main module of a process. */
const isOnlyMain = (script: string) => readFileSync(join(root, script), 'utf8').includes('import.meta.main');

async function run(script: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  if (!isOnlyMain(script)) return runShared(script, args, environment);
  const env = { ...process.env, ...environment };
  const options = { cwd: root, env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], options);
  return { code: status ?? NaN, stdout, stderr };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { scripts } = readJson('package.json') as { scripts: Record<string, string> };
const groups = readJson('tools/local-stack/commands.json') as Record<
  string,
  Record<string, { does: string; program: string }>
>;
const table = Object.values(groups).flatMap((group) => Object.entries(group));

function typedName(name: string): string {
  if (['start', 'test'].includes(name)) return `npm ${name}`;
  return name in scripts ? `npm run ${name}` : `npm run store -- ${name}`;
}

const commands = table
  .filter(([, { program }]) => program.endsWith('.ts'))
  .map(([name, { program }]) => [typedName(name), program] as const);
const inContainers = [
  'tools/operate/seed.ts',
  'tools/operate/build-indexes.ts',
  'deploy/container/secrets.ts',
];

test.each([
  ...commands,
  ...inContainers.map((script) => [script, script] as const),
  ['database', 'deploy/container/database.ts'] as const,
])(
  'the command %s prints its help, and prints a one-line error for an unknown flag',
  async (name, script) => {
    const help = await run(script, ['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(/^(Usage: )?\S/);
    if (name.startsWith('npm '))
      expect(help.stdout).toContain(name.replace('npm run token', 'npm run -s token'));
    const unknown = await run(script, ['--no-such-flag']);
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/^[^\n]*'--no-such-flag'[^\n]*--help\n$/);
  },
  60_000,
);

describe('npm run store', () => {
  const bootstrap = 'tools/local-stack/bootstrap.mjs';
  const runStore = (...args: string[]) =>
    spawnSync(process.execPath, [bootstrap, ...args], { cwd: root, encoding: 'utf8' });

  test.each([[[]], [['--help']]])('npm run store with the arguments %j lists every command', (args) => {
    const { status, stdout, stderr } = runStore(...args);
    expect([status, stderr]).toEqual([0, '']);
    for (const [name, { does }] of table)
      expect(stdout.split('\n')).toContainEqual(`  ${name.padEnd('client:typescript'.length)}  ${does}`);
  });

  test('npm run store refuses an unknown command and names the closest one', () => {
    const { status, stdout, stderr } = runStore('uprade-chek', '--help');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^npm run store: "uprade-chek" is no command; the closest is upgrade-check\.[^\n]*\n$/,
    );
  });

  test('npm run store passes its arguments to the named command and exits with the command’s exit code', () => {
    const { status, stdout, stderr } = runStore('sessions', 'list', '--url', 'no address');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('not "no address"');
  }, 60_000);

  test('package.json has at most 20 scripts, and each script runs the command that has the same name', () => {
    const { 'test:all': all, store, ...others } = scripts;
    expect(Object.keys(scripts).length).toBeLessThanOrEqual(20);
    expect(store).toBe(`node ${bootstrap}`);
    expect(all).toBe('npm test && npm run store -- instruments');
    const names = Object.keys(others);
    expect(Object.values(others)).toEqual(names.map((name) => `node ${bootstrap} ${name}`));
    expect(table.map(([name]) => name)).toEqual(expect.arrayContaining(names));
  });
});

test.each(['shop.example', 'http://no host', 'https://shop.example/console'])(
  'npm run sessions refuses the address %s in one line',
  async (url) => {
    const { code, stdout, stderr } = await run('tools/operate/sessions.ts', ['list', '--url', url]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^npm run sessions: --url must be an address[^\n]*\n$/);
  },
  60_000,
);

test('the help of a command shows the settings that the command reads', async () => {
  const { stdout } = await run('tools/local-stack/start.ts', ['--help']);
  expect(stdout).toMatch(/STORE_CURRENCY +the currency.*\(default USD\)/);
  expect(stdout).toContain('STORE_SERVERS');
  expect(stdout).not.toContain('GATEWAY_CATALOG_SECRET');
});

describe('an unusable data folder', () => {
  test.each([
    ['package.json', /package\.json cannot be the folder for the store's data \(it is a file\)/],
    ['package.json/x', /package\.json is a file\)/],
    ['/dev/null/x', /\/dev\/null is a file/],
    ['/proc/no-such-folder', /\/proc\/no-such-folder cannot be the folder for the store's data/],
  ])(
    'the data folder %s, in which the store cannot keep its data, causes a one-line error',
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
    STORE_URL: 'http://127.0.0.1:1',
    STORE_SEED_DIR: '/dev/null/x',
    AUTH_KEYS_DIR: '/dev/null/x',
  };

  test.each([
    ['services/gateway/auth/token.ts', ['admin']],
    ['services/gateway/auth/token.ts', ['rotate']],
    ['tools/operate/seed.ts', []],
  ])(
    'the command %s %j fails if an identity provider issues the tokens',
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
