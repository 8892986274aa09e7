import { userInfo } from 'node:os';

import { serviceNames } from '#shared/contracts/kit/define.ts';
import { dataDirOption, flag, readCommandLine, wrongUsage } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

const usage = `Usage: npm run parked -- <action> [options]

Actions:
  list                  lists the parked commands, oldest first
  show <id>             prints one message with its body
  redrive <id> | --all  sends it to its queue again
  discard <id> | --all  ends it without running it; its operation gets the status "failed"

Options:
  --service NAME   only commands of this service: catalog, orders or webhooks (default: all)
  --force          also redrives commands over 6 days old, and commands whose record has changed since
  --dry-run        prints what would be done, and changes nothing
  --by NAME        who does it, for the record of this action (default: $USER)
  --rate N         at most this many messages a second (default 20)
  --json           prints JSON
  --data-dir PATH  the local store's folder, if MONGODB_URI and RABBITMQ_URL are not set (default .data)
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
  if (action === undefined) throw wrongUsage(name, `there is no action "${what}"`);
  if (rest.length > 0) throw new PlainError(`Use one id at a time, or --all. Unexpected: ${rest.join(' ')}`);
  if (action === 'list' ? id !== null : (id === null) !== (values.all && action !== 'show')) {
    if (action === 'list') throw new PlainError('The action list takes no id.');
    throw new PlainError(`Name the id of one message${action === 'show' ? '' : ', or use --all'}.`);
  }
  const services = serviceNames.filter((known) => (values.service ?? known) === known);
  if (services.length === 0)
    throw new PlainError(`There is no service "${values.service}". Use ${serviceNames.join(' or ')}.`);
  const rate = Number(values.rate);
  if (!(rate > 0)) throw new PlainError('--rate must be a number of messages a second, above 0.');
  return { ...values, action, id, services, by: values.by ?? userInfo().username, pauseMs: 1000 / rate };
}
