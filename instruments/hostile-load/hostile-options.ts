import { readCommandLine } from '#shared/platform/process/command-line.ts';
import { numberOf } from '../load/bench-command.ts';

const usage = `Usage: npm run store -- hostile-load [options]

Sends the most expensive requests that a stranger can send, while another caller reads and writes. Each attack uses 1, 4 and 32
connections, slow clients also 256, and kept connections 10,000. An attack fails in each of these cases:

  - the other caller's 95th percentile is at least 10 times its value without an attack;
  - /health/live takes a second or more;
  - a process uses more memory than its container has;
  - a response has a 5xx status other than 503.

An attack with slow responses is repeated alone, for three times as long, before it counts. The exit code is then 1. All attacks
take about 20 minutes. The command runs only on Linux.

  --only TEXT        only attacks whose family or name contains this text, such as "multipart"; may be repeated
  --connections LIST the numbers of connections, instead of each attack's own
  --seconds S        the length of each attack (default 1.5)
  --markdown FILE    also writes the table to this file
  --profile FOLDER   keeps a CPU profile of each process in this folder
  --list             only lists the attacks
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
    connections:
      connections?.split(',').map((text) => numberOf(command.name, 'connections', text, 1)) ?? null,
    seconds: numberOf(command.name, 'seconds', values.seconds, 0.5),
  };
}
