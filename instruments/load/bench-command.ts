import type { ParseArgsOptionsConfig } from 'node:util';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { readCommandLine, runCommand, type Command } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

/** The values of a command's options, as `readCommandLine` returns them. */
export type OptionValues<O extends ParseArgsOptionsConfig> = NonNullable<
  ReturnType<typeof readCommandLine<O>>
>['values'];

/** Prints progress with the time. It goes to standard error, because standard output has only the figures. */
export const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** Runs a benchmark as a command. `measure` imports the benchmark only when it is called, so that --help is quick. */
export async function benchCommand<const O extends ParseArgsOptionsConfig>(
  command: Command<O>,
  measure: (values: OptionValues<O>) => Promise<void>,
): Promise<never> {
  await runCommand(async () => {
    const asked = readCommandLine(command);
    if (asked === null) return;
    refuseWords(command, asked.values);
    // Ends all started processes when this process ends.
    onStopRequest(() => process.exit(130));
    await measure(asked.values);
  });
  // Exits explicitly, because open connections could keep the process alive.
  process.exit();
}

/** Throws if an option whose default is a number, or a list of numbers, has another kind of value. */
function refuseWords({ name, options }: Command<ParseArgsOptionsConfig>, values: object): void {
  for (const [option, value] of Object.entries(values)) {
    const usual = options[option]?.default;
    if (typeof usual !== 'string' || !/^[\d,]+$/.test(usual)) continue;
    const parts = usual.includes(',') ? String(value).split(',') : [String(value)];
    for (const part of parts) numberOf(name, option, part, 0);
  }
}

/** The value of a command's option as a number. */
export function numberOf(command: string, option: string, text: string, least: number): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= least && Number.isFinite(number)) return number;
  throw new PlainError(`${command}: --${option} must be a number of at least ${least}, not "${text}".`);
}
