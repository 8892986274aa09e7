import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { freePort } from '#tools/local-stack/free-port.ts';
import {
  npmStart,
  ordersByPrintedLine,
  pressCtrlC,
  printed,
  startTimeoutMs,
  type NpmStart,
} from '../support/npm-start.ts';
import { sharedServers, temporaryFolder } from '../support/servers.ts';

const root = join(import.meta.dirname, '../..');
/** Pages whose console blocks work on a new store of `npm start`, one page after the other. */
const pages = [
  'README.md',
  ...[
    'api',
    'events',
    'webhooks',
    'shoppers',
    'failures',
    'timelines',
    'exports',
    'statistics',
    'undo',
    'payments',
    'changing-orders',
  ].map((name) => `docs/guides/${name}.md`),
];

interface Step {
  command: string;
  /** The output on the page, where `…` stands for any text. */
  shown: string;
}

/** The commands of the page's console blocks that call the store, and those that set a variable for them. */
function stepsOf(page: string): Step[] {
  const blocks = [...readFileSync(join(root, page), 'utf8').matchAll(/^```console\n(.*?)^```$/gms)];
  return blocks.flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [, command = '', shown = ''] = /^((?:[^\n]*\\\n)*[^\n]*\n)(.*)$/s.exec(step) ?? [];
        return { command, shown };
      }),
  );
}

/** Compares without line ends, because a page breaks long lines. Returns the difference, or null. */
function difference({ shown }: Step, output: string): string | null {
  const inOneLine = (lines: string) => lines.trim().replaceAll(/ *\n\s*/g, '');
  const pattern = inOneLine(shown)
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('.*');
  const actual = inOneLine(output);
  return new RegExp(`^${pattern}$`, 's').test(actual) ? null : actual;
}

/**
 * With TEST_SERVERS=native, `npm start` starts its own servers. Otherwise it uses the servers of this test run, which is faster.
 * instruments/drills/npm-start.test.ts always tests `npm start` with its own servers.
 */
describe('npm start', () => {
  const dataDir = temporaryFolder();
  /** The folder in which the documented commands run, for the files that they write. */
  const folder = temporaryFolder();
  let port: number;
  let store: NpmStart;
  beforeAll(async () => {
    port = await freePort();
    const { mongodbUri, redisUrl, rabbitmqUrl } = sharedServers();
    const given = { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl, RABBITMQ_URL: rabbitmqUrl };
    const env = process.env['TEST_SERVERS'] === 'native' ? {} : given;
    const namespace = `test-${randomBytes(5).toString('hex')}`;
    store = npmStart({ dataDir, port, namespace, env });
    await printed(store, 'Ctrl-C stops it.');
  }, startTimeoutMs);
  afterAll(() => pressCtrlC(store));

  /** Runs the commands in one shell, as a reader does, and returns the output of each. */
  async function outputsOf(steps: readonly Step[]): Promise<string[]> {
    const end = '--- end of the output ---';
    const keys = await loadSigningKeys(join(dataDir, 'keys'));
    const [admin, client] = await Promise.all([
      signToken(keys, { subject: 'admin', scope: 'admin', lifetime: 3_600 }),
      signToken(keys, { subject: '1', scope: 'client', lifetime: 3_600 }),
    ]);
    const script = steps.map(({ command }) => `${command}\necho; echo '${end}'`).join('\n');
    const ready = script
      .replaceAll(
        /\$\(npm run -s token -- --scope (admin|client)\)/g,
        (_all, scope: 'admin' | 'client') => ({ admin, client })[scope],
      )
      .replaceAll('localhost:3000', `127.0.0.1:${port}`);
    const shell = spawn('bash', ['-s'], { cwd: folder });
    shell.stdin.end(ready);
    const [shown, faults] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    expect(faults).toBe('');
    return shown.split(`${end}\n`).slice(0, -1);
  }

  test('npm start prints a curl command that lists the orders of the sample shopper', async () => {
    const orders = await ordersByPrintedLine(store);
    expect(orders.map(({ status }) => status)).toEqual(['pending', 'shipped', 'cancelled', 'delivered']);
  });

  test('npm start prints the URL of the API and serves its OpenAPI document', async () => {
    expect(store.output()).toContain(`http://127.0.0.1:${port}/api`);
    const description = await fetch(`http://127.0.0.1:${port}/openapi.json`);
    expect(description.status).toBe(200);
  });

  test.each(pages)(
    'every command in the shell examples of the page %s prints the output that the page shows',
    async (page) => {
      const steps = stepsOf(page);
      const outputs = await outputsOf(steps);
      expect(outputs).toHaveLength(steps.length);
      const differing = steps.flatMap((step, index) => {
        const actual = difference(step, outputs[index] ?? '');
        return actual === null ? [] : [{ ...step, actual }];
      });
      expect(differing).toEqual([]);
      expect(steps.length).toBeGreaterThan(1);
    },
  );
});
