import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { PlainError } from './plain-error.ts';
import { describeSettings } from './settings/describe-settings.ts';
import type { Reader } from './settings/setting.ts';

export interface Command<O extends ParseArgsOptionsConfig> {
  /** As it is typed: `npm run audit`. */
  name: string;
  /** What it does and what its options mean; `--help` adds the settings that it reads. */
  usage: string;
  options: O;
  takesNames?: true;
  reader?: Reader;
}

/**
 * What was asked of a command; null when it is to show its help, which this has done. Throws a PlainError that says in one
 * line what is wrong.
 */
export function readCommandLine<const O extends ParseArgsOptionsConfig>(
  { name, usage, options, takesNames, reader }: Command<O>,
  args: string[] = process.argv.slice(2),
) {
  if (args.includes('--help') || args.includes('-h')) {
    const parts = [usage.trim(), ...(reader === undefined ? [] : [describeSettings(reader)])];
    process.stdout.write(`${parts.join('\n\n')}\n`);
    return null;
  }
  try {
    return parseArgs({ args, options, allowPositionals: takesNames ?? (false as true) });
  } catch (error) {
    throw wrongUsage(name, (error as Error).message);
  }
}

/** A refusal of a command line. `why`: of it the first sentence is told. */
export function wrongUsage(name: string, why: string): PlainError {
  const [sentence = why] = why.split(/(?<=['"])\. /);
  return new PlainError(`${name}: ${sentence.replace(/\.$/, '')}. What it takes: ${helpOf(name)}`);
}

function helpOf(name: string): string {
  return name.startsWith('npm ') ? `${name} -- --help` : `${name} --help`;
}

/** As other commands do whose reader, such as `head`, has seen enough. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}

/** Runs a command, whose exit code is the number that it gives. What a person has to know or do is told alone, and ends it with 2. */
export async function runCommand(work: () => unknown): Promise<void> {
  process.stdout.on('error', endQuietly);
  try {
    const code = await work();
    process.exitCode = typeof code === 'number' ? code : 0;
  } catch (error) {
    if (!(error instanceof PlainError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
