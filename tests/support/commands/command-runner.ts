import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');

export interface Asked {
  /** Path relative to the root of the project. */
  script: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export type RunCommand = (
  script: string,
  args?: readonly string[],
  env?: NodeJS.ProcessEnv,
) => Promise<Ended>;

/**
 * Runs the project's commands with their real command line, environment, output and exit code. They run one after
 * another in one process per test file, because starting a process for each takes a second. A test that kills a
 * command or checks that its process ends must spawn it. Call this at the top level of a test file.
 */
export function commandRunner(): RunCommand {
  let host: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  afterAll(() => {
    host?.kill('SIGKILL');
  });
  const runNow = async (asked: Asked): Promise<Ended> => {
    const used = (host ??= startHost());
    const { promise, resolve, reject } = Promise.withResolvers<Ended>();
    const ended = () => {
      host = undefined;
      reject(new Error(`${asked.script} ${asked.args.join(' ')} ended the process that ran it`));
    };
    used.once('message', resolve).once('exit', ended).send(asked);
    try {
      return await promise;
    } finally {
      used.removeListener('message', resolve).removeListener('exit', ended);
    }
  };
  return (script, args = [], env = {}) => {
    const asked = { script: join(root, script), args, env: { ...process.env, ...env } };
    const running = last.then(() => runNow(asked));
    last = running.catch(() => undefined);
    return running;
  };
}

function startHost(): ChildProcess {
  return fork(join(import.meta.dirname, 'command-host.ts'), {
    cwd: root,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
}
