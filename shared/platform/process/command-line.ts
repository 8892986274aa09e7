import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { PlainError } from '../settings/plain-error.ts';
import type { Reader } from '../settings/setting.ts';
import { settingOf, settingsOf, type SettingName } from '../settings/settings.ts';

export interface Command<O extends ParseArgsOptionsConfig> {
  /** The name as typed: `npm run audit`, `npm run store -- fuzz`. */
  name: string;
  /** Describes the command and its options. `--help` adds the settings that the command reads. */
  usage: string;
  options: O;
  takesNames?: true;
  reader?: Reader;
}

export const flag = { type: 'boolean', default: false } as const;

/** The option with which commands find a local store by its folder. */
export const dataDirOption = { 'data-dir': { type: 'string', default: '.data' } } as const;

/** Returns null if the command only printed its help. Throws a PlainError that explains a fault in one line. */
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

export function wrongUsage(name: string, why: string): PlainError {
  const [sentence = why] = why.split(/(?<=['"])\. /);
  return new PlainError(`${name}: ${sentence.replace(/\.$/, '')}. See ${helpOf(name)}`);
}

function helpOf(name: string): string {
  const isScript = name.startsWith('npm ') && !name.includes(' -- ');
  return isScript ? `${name} -- --help` : `${name} --help`;
}

/** Exits without an error, as other commands do, if the reader of the output (such as `head`) has closed the pipe. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
}

/** A number that `work` returns becomes the exit code. For a PlainError, prints only the message and exits with 2. */
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

function describeSettings(reader: Reader): string {
  const names = settingsOf(reader);
  if (names.length === 0) return '';
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${meaningOf(name)}`);
  return ['Settings (environment variables):', ...lines].join('\n');
}

function meaningOf(name: SettingName): string {
  const { doc, default: usual, unit } = settingOf(name);
  const unitText = unit === undefined ? '' : ` ${unit}`;
  return usual === undefined || usual === '' ? doc : `${doc} (default ${usual}${unitText})`;
}
