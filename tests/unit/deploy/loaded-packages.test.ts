import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { nodeArguments, processes } from '#deploy/processes.ts';

const root = join(import.meta.dirname, '../../..');
const recorder = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name !== undefined) console.log(name);
      return next(url, context);
    },
  });`;

/** The packages that a process loads before it reads its settings. Without settings it then exits. */
function loadedBy(entryPoint: string): Promise<Set<string>> {
  const hook = `data:text/javascript,${encodeURIComponent(recorder)}`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', hook, ...nodeArguments, entryPoint],
      { cwd: root, env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') } },
      (_error, stdout) => resolve(new Set(stdout.split('\n'))),
    );
  });
}

test.each([
  ['gateway', 'express', ['mongoose', 'bullmq', '@opentelemetry/sdk-node']],
  ['orders-api', 'mongoose', ['amqplib', 'bullmq', 'ioredis', '@opentelemetry/sdk-node']],
  ['orders-worker', 'bullmq', ['@opentelemetry/sdk-node']],
] as const)(
  'the process %s loads the package %s at its start, but none of the packages %j, which it does not need',
  async (name, used, unused) => {
    const loaded = await loadedBy(processes[name].entryPoint);
    expect([...loaded]).toContain(used);
    expect(unused.filter((other) => loaded.has(other))).toEqual([]);
  },
  20_000,
);
