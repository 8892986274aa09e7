import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const program = join(import.meta.dirname, '../support/two-roles.ts');

interface LogLine {
  service: string;
  msg: string;
}

/** Runs an api and a worker in one process, until it exits by itself or after SIGTERM. */
async function runTwoRoles(end: 'SIGTERM' | 'a PlainError of the worker') {
  const child = spawn(process.execPath, [program, end], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let isReady = false;
  child.stdout.on('data', (bytes: Buffer) => {
    if (isReady || !bytes.includes('"ready"')) return;
    isReady = true;
    child.kill('SIGTERM');
  });
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
  return { code, errors, lines };
}

test('a process that runs both the api and the worker of a service stops both on SIGTERM and exits with code 0', async () => {
  const { code, lines } = await runTwoRoles('SIGTERM');
  const messagesOf = (role: string) => lines.filter(({ service }) => service === role).map(({ msg }) => msg);
  expect(messagesOf('catalog-api')).toEqual(['ready', 'stopping', 'closed', 'stopped']);
  expect(messagesOf('catalog-worker')).toEqual(['ready', 'stopping', 'closed', 'stopped']);
  expect(code).toBe(0);
}, 20_000);

test('if the worker in a process with api and worker cannot start for a known reason, the process prints only this reason and exits with code 2', async () => {
  const { code, errors } = await runTwoRoles('a PlainError of the worker');
  expect(errors).toBe('The worker cannot start.\n');
  expect(code).toBe(2);
}, 20_000);
