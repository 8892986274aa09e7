import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '#tools/local-stack/free-port.ts';
import { logTail } from '#tools/local-stack/logs.ts';
import { spawnRecorded } from '#tools/local-stack/recorded-process.ts';
import type { ReleaseCheckout } from './release-checkout.ts';

const execute = promisify(execFile);

interface ReleaseOptions {
  checkout: ReleaseCheckout;
  /** The release's name in messages and in its log. */
  name: string;
  /** The folder for its data, its log and its process records. */
  folder: string;
  port: number;
  /** Variables to add to the environment of the release. */
  env?: NodeJS.ProcessEnv;
  /** Whether to delete the data of earlier runs first. */
  reset: boolean;
}

export interface RunningRelease {
  url: string;
  /** The process id of the program that started the others. */
  pid: number;
  /** The folder of the keys that sign its tokens. */
  keysFolder: string;
  dataDir: string;
  /**
   * Runs a command of the release, such as `token`. Resolves to the command's output. Rejects if the exit
   * code is not 0.
   */
  run(script: string, ...args: string[]): Promise<string>;
  /** Stops the release as Ctrl-C does, and keeps its data. */
  stop(): Promise<void>;
}

/** Disables rate limits, because the callers in a test exceed them. */
export const withoutRateLimits = {
  RATE_LIMIT_PER_MINUTE: '100000000',
  CHECKOUT_RATE_LIMIT_PER_MINUTE: '100000000',
};

const startWithinMs = 300_000;
const graceMs = 60_000;

/** Runs a release like `npm start` in its folder, and waits until it reports that it runs. */
export async function startRelease(options: ReleaseOptions): Promise<RunningRelease> {
  const { checkout, name, folder, port, reset } = options;
  // The release runs in its own checkout, where a relative path would name another folder.
  const dataDir = resolve(folder, 'data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const logFile = join(folder, 'start.log');
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  const running = Promise.withResolvers<undefined>();
  const child = spawnRecorded(join(folder, 'run'), {
    name,
    command: process.execPath,
    args: [
      ...npmScript(checkout, 'start'),
      '--data-dir',
      dataDir,
      '--no-seed',
      ...(reset ? ['--reset'] : []),
    ],
    cwd: checkout.folder,
    env: { ...process.env, PORT: String(port), ...options.env },
    output: (text) => {
      log.write(text);
      if (text.includes('is running.')) running.resolve(undefined);
    },
    rank: 1,
    graceMs,
  });
  const fail = (what: string) => running.reject(new Error(`${name} ${what}. ${logTail(logFile)}`));
  const late = setTimeout(() => fail(`was not up within ${startWithinMs / 1000} s`), startWithinMs);
  void child.ended.then(() => fail('ended'));
  const stop = async () => {
    await child.stop();
    log.end();
  };
  try {
    await running.promise;
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(late);
  }
  const keysFolder = join(dataDir, 'keys');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid,
    keysFolder,
    dataDir,
    async run(script, ...args) {
      const { stdout } = await execute(process.execPath, [...npmScript(checkout, script), ...args], {
        cwd: checkout.folder,
        env: { ...process.env, AUTH_KEYS_DIR: keysFolder },
      });
      return stdout.trim();
    },
    stop,
  };
}

/** Starts a release without rate limits on a free port, runs `work`, and stops the release. */
export async function withRelease<Result>(
  options: Omit<ReleaseOptions, 'port' | 'env'>,
  say: (line: string) => void,
  work: (release: RunningRelease) => Promise<Result>,
): Promise<Result> {
  say(`starting the ${options.name} release`);
  const release = await startRelease({ ...options, port: await freePort(), env: withoutRateLimits });
  try {
    return await work(release);
  } finally {
    say(`stopping the ${options.name} release`);
    await release.stop();
  }
}

/** The Node arguments of a script in the release's package.json. npm itself would not forward signals. */
function npmScript({ folder }: ReleaseCheckout, script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [node, ...args] = scripts[script]?.split(' ') ?? [];
  if (node !== 'node') throw new Error(`The script "${script}" of ${folder} is not a Node program.`);
  return args;
}
