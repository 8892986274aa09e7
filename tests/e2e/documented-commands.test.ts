import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { seedStore } from '../support/seed-store.ts';
import { startSmallTestStore } from '../support/store.ts';
import type { StoreAccess } from '../support/store-access.ts';

const root = join(import.meta.dirname, '../..');
/** Pages whose console blocks work on a new store of `npm start`, one page after the other. */
const pages = [
  'README.md',
  ...['api', 'events', 'webhooks', 'shoppers', 'timelines', 'exports', 'statistics', 'undo'].map(
    (name) => `docs/guides/${name}.md`,
  ),
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

/** Runs the commands in one shell, as a reader does, and returns the output of each. */
async function outputsOf(steps: readonly Step[], store: StoreAccess): Promise<string[]> {
  const end = '--- end of the output ---';
  const tokens = { admin: await store.adminToken(), client: await store.clientToken(1) };
  const script = steps.map(({ command }) => `${command}\necho; echo '${end}'`).join('\n');
  const ready = script
    .replaceAll(
      /\$\(npm run -s token -- --scope (admin|client)\)/g,
      (_all, scope: 'admin' | 'client') => tokens[scope],
    )
    .replaceAll('localhost:3000', store.url.replace('http://', ''));
  const shell = spawn('bash', ['-s'], { cwd: folder });
  shell.stdin.end(ready);
  const [printed, faults] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
  expect(faults).toBe('');
  return printed.split(`${end}\n`).slice(0, -1);
}

/** Compares without line ends, because a page breaks long lines. Returns the difference, or null. */
function difference({ shown }: Step, printed: string): string | null {
  const inOneLine = (lines: string) => lines.trim().replaceAll(/ *\n\s*/g, '');
  const pattern = inOneLine(shown)
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('.*');
  const actual = inOneLine(printed);
  return new RegExp(`^${pattern}$`, 's').test(actual) ? null : actual;
}

let store: Awaited<ReturnType<typeof startSmallTestStore>>;
/** The folder in which the commands run, for the files that they write. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storefront-documented-'));
  store = await startSmallTestStore();
  await seedStore(store.url, { admin: await store.adminToken(), client: await store.clientToken(1) });
}, 180_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await store.stop();
}, 60_000);

test.each(pages)(
  'every command in the console blocks of %s prints what the page shows',
  async (page) => {
    const steps = stepsOf(page);
    const outputs = await outputsOf(steps, store);
    expect(outputs).toHaveLength(steps.length);
    const differing = steps.flatMap((step, index) => {
      const actual = difference(step, outputs[index] ?? '');
      return actual === null ? [] : [{ ...step, actual }];
    });
    expect(differing).toEqual([]);
    expect(steps.length).toBeGreaterThan(1);
  },
  60_000,
);
