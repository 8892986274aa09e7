import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { DataDir } from '#tools/local-stack/data-dir.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { findProgram } from '#tools/local-stack/system-programs.ts';

const run = promisify(execFile);

/** How long the broker of a chaos run lets a consumer keep a message: 30 minutes by default, which no run can wait for. */
export const consumerTimeoutMs = 3000;
/** How often it looks whether one has kept a message for longer. */
export const looksEveryMs = 1000;

/** Why the broker can't be told anything here; null where it can. */
export function brokerControlMissing(servers: Servers): string | null {
  if (findProgram(...programs) === undefined) return 'there is no rabbitmqctl';
  return environmentOf(servers) === null ? 'the environment of the broker cannot be read' : null;
}

/**
 * Of a machine with much other work, where it takes half a minute and more. Ended before its time it has done nothing, and exits with 0
 * all the same: an alarm that is not cleared blocks the rest of the run.
 */
const toldWithinMs = 300_000;

/** Tells the broker something by `rabbitmqctl`. */
export async function tellBroker(servers: Servers, ...words: string[]): Promise<string> {
  const program = findProgram(...programs);
  const env = environmentOf(servers);
  if (program === undefined || env === null) throw new Error('The broker cannot be told anything here');
  const { stdout } = await run(program, ['-q', ...words], { env, timeout: toldWithinMs });
  return stdout;
}

/** For a broker that has not been started yet. */
export function shortenConsumerTimeout(dataDir: DataDir): void {
  const settings = `[{rabbit, [{consumer_timeout, ${consumerTimeoutMs}}, {channel_tick_interval, ${looksEveryMs}}]}].\n`;
  writeFileSync(join(dataDir.folder('rabbitmq'), 'advanced.config'), settings, { mode: 0o600 });
}

const programs = ['/usr/lib/rabbitmq/bin/rabbitmqctl', 'rabbitmqctl'];

/** Where its node is and how it is reached: the tool needs the same as the broker was given. */
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
