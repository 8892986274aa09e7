import { spawn } from 'node:child_process';

import { PlainError } from '#shared/process/plain-error.ts';
import { withoutSecrets } from '../local-stack/process-environment.ts';

export interface ToolRun {
  cwd: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * Runs a program without the store's secrets in its environment, and returns the program's output. Throws a PlainError with the output
 * if the program fails.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, env }: ToolRun,
): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    env: { ...withoutSecrets(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (text: Buffer) => {
    output += text.toString();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const code = await new Promise<number | Error>((resolve) => {
    child.once('error', resolve);
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code === 0) return output;
  const why = typeof code === 'number' ? `exit code ${code}` : code.message;
  throw new PlainError(`${[command, ...args].join(' ')}: ${why}\n${output.trimEnd()}`);
}
