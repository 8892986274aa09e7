import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface ProgramRun {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end, whatever its exit code. Rejects if the program cannot be started. */
export async function runProgram(
  command: string,
  args: readonly string[],
  { input, ...options }: { cwd?: string; env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<ProgramRun> {
  const running = execute(command, args, { encoding: 'utf8', maxBuffer: Infinity, ...options });
  running.child.stdin?.end(input);
  try {
    return { code: 0, ...(await running) };
  } catch (error) {
    const {
      code,
      stdout = '',
      stderr = '',
    } = error as Partial<Omit<ProgramRun, 'code'>> & { code?: number | string | null };
    if (typeof code === 'string') throw error;
    return { code: code ?? 1, stdout, stderr };
  }
}
