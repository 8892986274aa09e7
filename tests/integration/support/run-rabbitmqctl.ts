import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Servers } from '#tools/local-stack/servers.ts';
import { findProgram } from '#tools/local-stack/system-programs.ts';

const run = promisify(execFile);

/** Runs `rabbitmqctl` on a local broker, with the environment of the broker, which rabbitmqctl needs. */
export async function runRabbitmqctl(servers: Servers, ...words: string[]): Promise<void> {
  const program = findProgram('/usr/lib/rabbitmq/bin/rabbitmqctl', 'rabbitmqctl');
  if (program === undefined) throw new Error('There is no rabbitmqctl');
  const variables = readFileSync(`/proc/${servers.server('rabbitmq').pid ?? 0}/environ`, 'utf8')
    .split('\0')
    .filter((line) => line.includes('='))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  const env = Object.fromEntries(variables) as NodeJS.ProcessEnv;
  await run(program, ['-q', ...words], { env, timeout: 60_000 });
}
