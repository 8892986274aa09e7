import { spawn } from 'node:child_process';

import { PlainError } from '#shared/process/plain-error.ts';
import { withoutSecrets } from '../local-stack/process-environment.ts';

export interface ToolRun {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Its output is passed on as it comes; else it is told only when the tool fails. */
  isTold?: boolean;
}

/**
 * Runs a program to its end and gives what it printed; a PlainError with all of it when it fails. Of this environment it is
 * told no secret of the store.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, env, isTold }: ToolRun,
): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    env: { ...withoutSecrets(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const take = (text: Buffer) => {
    output += text.toString();
    if (isTold) process.stdout.write(text);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const code = await new Promise<number | Error>((resolve) => {
    child.once('error', resolve);
    child.once('close', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code === 0) return output;
  const why = typeof code === 'number' ? `exit code ${code}` : code.message;
  throw new PlainError(`${[command, ...args].join(' ')}: ${why}${isTold ? '' : `\n${output.trimEnd()}`}`);
}
