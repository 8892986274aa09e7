import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { withoutSecrets } from '../local-stack/process-environment.ts';
import { runProgram } from '../run-program.ts';

/**
 * Runs a program without the store's secrets in its environment, and returns the program's output. Throws a PlainError with the
 * output if the program fails.
 */
export async function runTool(
  command: string,
  args: readonly string[],
  { cwd, env }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const failed = (why: string) => new PlainError(`${[command, ...args].join(' ')}: ${why}`);
  const options = { cwd, env: { ...withoutSecrets(process.env), ...env } };
  const { code, stdout, stderr } = await runProgram(command, args, options).catch((error: unknown) => {
    throw failed((error as Error).message);
  });
  const output = `${stdout}${stderr}`;
  if (code !== 0) throw failed(`exit code ${code}\n${output.trimEnd()}`);
  return output;
}
