import { userInfo } from 'node:os';

import { readCommandLine, wrongUsage } from '#shared/process/command-line.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { OperatorError } from '../store-address.ts';

const usage = `npm run parked -- <what> [options]

  list                      what is parked, oldest first
  show <id>                 one message whole, with its body
  redrive <id> | --all      send it back to the queue it came from, to be tried as new
  discard <id> | --all      give it up for good: its operation reads "failed"

  --service NAME  only this service's: catalog, orders or webhooks (default: all)
  --force                   redrive also what is over 7 days old, or whose record has moved on since
  --dry-run                 say what would be done, and do nothing
  --by NAME                 who does it, for the audit (default: $USER)
  --rate N                  messages a second at most (default 20)
  --json                    for programs
  --data-dir PATH           of the local store (default .data), when MONGODB_URI and RABBITMQ_URL are not set
`;

const flags = {
  all: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  by: { type: 'string' },
  service: { type: 'string' },
  rate: { type: 'string', default: '20' },
  'data-dir': { type: 'string', default: '.data' },
} as const;

const name = 'npm run parked';
const command = { name, usage, options: flags, takesNames: true, reader: 'parked' } as const;

/** The action, and the selection of parked messages. */
export interface ParkedOptions {
  action: 'list' | 'show' | 'redrive' | 'discard';
  /** Null: all messages. */
  id: string | null;
  services: readonly ServiceName[];
  isDryRun: boolean;
  /** Whether to redrive despite objections. */
  isForced: boolean;
  isJson: boolean;
  by: string;
  pauseMs: number;
}

/** Reads the command line. Returns null if the usage was shown. Throws an error with a one-line message. */
export function readParkedOptions(line: string[]): { options: ParkedOptions; dataDir: string } | null {
  const asked = readCommandLine(command, line.length === 0 ? ['--help'] : line);
  if (asked === null) return null;
  const { values, positionals } = asked;
  return { options: optionsOf(values, positionals), dataDir: values['data-dir'] };
}

function optionsOf(
  values: {
    all: boolean;
    force: boolean;
    'dry-run': boolean;
    json: boolean;
    by?: string;
    service?: string;
    rate: string;
  },
  [action = '', id, ...rest]: string[],
): ParkedOptions {
  if (action !== 'list' && action !== 'show' && action !== 'redrive' && action !== 'discard') {
    throw wrongUsage(name, `"${action}" is nothing that can be done`);
  }
  if (rest.length > 0) throw new OperatorError(`One id at a time, or --all: ${rest.join(' ')} is too much.`);
  if (action === 'list' ? id !== undefined : (id === undefined) !== (values.all && action !== 'show')) {
    throw new OperatorError(
      `Which one? ${action === 'show' ? 'Name its id.' : 'Name its id, or say --all.'}`,
    );
  }
  const { service } = values;
  const chosen = serviceNames.filter((known) => service === undefined || known === service);
  if (chosen.length === 0)
    throw new OperatorError(`There is no service "${service}": ${serviceNames.join(' or ')}.`);
  const rate = Number(values.rate);
  if (!(rate > 0)) throw new OperatorError('--rate is a number of messages a second.');
  return {
    action,
    id: id ?? null,
    services: chosen,
    isDryRun: values['dry-run'],
    isForced: values.force,
    isJson: values.json,
    by: values.by ?? userInfo().username,
    pauseMs: 1000 / rate,
  };
}
