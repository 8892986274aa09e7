import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { DataDir } from '#tools/local-stack/data-dir.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { findProgram } from '#tools/local-stack/system-programs.ts';

const run = promisify(execFile);

/** How long a consumer may keep a message without an ack. RabbitMQ's default of 30 minutes is longer than a run. */
export const consumerTimeoutMs = 3000;
/** How often the broker checks whether a consumer has kept a message too long. */
export const looksEveryMs = 1000;

/** The reason why this machine cannot control the broker. Null if it can. */
export function brokerControlMissing(servers: Servers): string | null {
  if (findProgram(...programs) === undefined) return 'there is no rabbitmqctl';
  return environmentOf(servers) === null ? 'the environment of the broker cannot be read' : null;
}

/**
 * On a busy machine, rabbitmqctl needs half a minute or more. If it is killed early, it exits with 0 and has no effect. An
 * alarm that should have been cleared then blocks the rest of the run.
 */
const controlTimeoutMs = 300_000;

export async function runRabbitmqctl(servers: Servers, ...words: string[]): Promise<string> {
  const program = findProgram(...programs);
  const env = environmentOf(servers);
  if (program === undefined || env === null) throw new Error('The broker cannot be controlled here');
  const { stdout } = await run(program, ['-q', ...words], { env, timeout: controlTimeoutMs });
  return stdout;
}

/** Changes the broker's settings. Call it before the broker starts, because it has no effect on a running broker. */
export function shortenConsumerTimeout(dataDir: DataDir): void {
  const settings = `[{rabbit, [{consumer_timeout, ${consumerTimeoutMs}}, {channel_tick_interval, ${looksEveryMs}}]}].\n`;
  writeFileSync(join(dataDir.folder('rabbitmq'), 'advanced.config'), settings, { mode: 0o600 });
}

const programs = ['/usr/lib/rabbitmq/bin/rabbitmqctl', 'rabbitmqctl'];

/** The environment of the broker's process, because rabbitmqctl needs the same node name and paths. Null if it cannot be read. */
function environmentOf(servers: Servers): NodeJS.ProcessEnv | null {
  try {
    const text = readFileSync(`/proc/${servers.server('rabbitmq').pid ?? 0}/environ`, 'utf8');
    return Object.fromEntries(
      text
        .split('\0')
        .filter((line) => line.includes('='))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  } catch {
    return null;
  }
}
