import { userInfo } from 'node:os';

import { serviceNames } from '#shared/contracts/kit/define.ts';
import { flag, readCommandLine, wrongUsage } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { dataDirOption } from '../store-address.ts';

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
  all: flag,
  force: flag,
  'dry-run': flag,
  json: flag,
  by: { type: 'string' },
  service: { type: 'string' },
  rate: { type: 'string', default: '20' },
  ...dataDirOption,
} as const;

const actions = ['list', 'show', 'redrive', 'discard'] as const;

const name = 'npm run parked';
const command = { name, usage, options: flags, takesNames: true, reader: 'parked' } as const;

/** The action and the selection of parked messages. `id` is null for all messages. */
export type ParkedOptions = NonNullable<ReturnType<typeof readParkedOptions>>;

export function readParkedOptions(line: string[]) {
  const asked = readCommandLine(command, line.length === 0 ? ['--help'] : line);
  if (asked === null) return null;
  const { values, positionals } = asked;
  const [what = '', id = null, ...rest] = positionals;
  const action = actions.find((known) => known === what);
  if (action === undefined) throw wrongUsage(name, `"${what}" is nothing that can be done`);
  if (rest.length > 0) throw new PlainError(`One id at a time, or --all: ${rest.join(' ')} is too much.`);
  if (action === 'list' ? id !== null : (id === null) !== (values.all && action !== 'show')) {
    throw new PlainError(`Which one? ${action === 'show' ? 'Name its id.' : 'Name its id, or say --all.'}`);
  }
  const services = serviceNames.filter((known) => (values.service ?? known) === known);
  if (services.length === 0)
    throw new PlainError(`There is no service "${values.service}": ${serviceNames.join(' or ')}.`);
  const rate = Number(values.rate);
  if (!(rate > 0)) throw new PlainError('--rate is a number of messages a second.');
  return { ...values, action, id, services, by: values.by ?? userInfo().username, pauseMs: 1000 / rate };
}
