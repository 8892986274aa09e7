import { readCommandLine } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

const usage = `Usage: npm run store -- hostile-load [options]

The most expensive requests that strangers can send, from 1, 4 and 32 connections (slow clients also from 256; of kept ones 10,000),
while another caller reads and writes. Ends with 1 when that caller's 95th percentile is 10 times the quiet one or more, /health/live
takes a second or more, a process takes more memory than its container may, or anything is answered with a 5xx but 503; each such row is
repeated alone for three times as long before it counts. Linux only. The whole takes about 20 minutes.

  --only TEXT        the attacks with this in their family or name, such as "multipart"; may be repeated (default: all)
  --connections LIST instead of each attack's own numbers
  --seconds S        how long each attack goes on (default 1.5)
  --markdown FILE    also writes the table there
  --profile FOLDER   keeps a CPU profile of each process there
  --list             only names the attacks
  --help`;

export interface HostileOptions {
  kind: 'run' | 'list';
  /** Parts of family or attack names. If empty, all attacks run. */
  only: string[];
  /** Numbers of connections for every attack. Null keeps the numbers of each attack. */
  connections: number[] | null;
  seconds: number;
  markdown: string | undefined;
  profile: string | undefined;
}

const command = {
  name: 'npm run store -- hostile-load',
  usage,
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] as string[] },
    connections: { type: 'string' },
    seconds: { type: 'string', default: '1.5' },
    markdown: { type: 'string' },
    profile: { type: 'string' },
  },
} as const;

/** Parses the arguments. Returns null if it printed the usage, and throws a `PlainError` for an invalid value. */
export function hostileOptions(args: string[]): HostileOptions | null {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { values } = asked;
  const { list, only, connections, markdown, profile } = values;
  return {
    kind: list ? 'list' : 'run',
    only,
    markdown,
    profile,
    connections: connections?.split(',').map((text) => numberOf('connections', text, 1)) ?? null,
    seconds: numberOf('seconds', values.seconds, 0.5),
  };
}

function numberOf(option: string, text: string, least: number): number {
  const number = Number(text);
  if (text.trim() !== '' && number >= least && Number.isFinite(number)) return number;
  throw new PlainError(
    `npm run store -- hostile-load: --${option} must be a number of at least ${least}, not "${text}".`,
  );
}
