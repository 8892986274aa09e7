import { parseArgs } from 'node:util';

import { OperatorError } from '../store-address.ts';

export const usage = `npm run restore -- DIR [options]   puts a backup, or the newest one in DIR, in the place of the store's data

  --replace         also where there is data: it is gone then
  --end-unfinished  bulk work that was under way is cancelled; otherwise it goes on
  --purge-queues    what waits in the queues is thrown away; otherwise it is done, on the restored data
  --abandon         instead: gives up a restore that was begun, as long as the data from before is whole
  --json            for programs
  --data-dir PATH   of the local store (default .data), when MONGODB_URI is not set

The store must be stopped: its APIs and workers. A gateway may go on: what it accepts waits in the queues.
BACKUP_KEY_FILE names the file with the key of an encrypted backup, or BACKUP_KEY holds it.
`;

export interface RestoreOptions {
  folder: string | null;
  replace: boolean;
  endUnfinished: boolean;
  purgeQueues: boolean;
  abandon: boolean;
  json: boolean;
  dataDir: string;
}

const off = { type: 'boolean', default: false } as const;
const flags = {
  ...{ replace: off, 'end-unfinished': off, 'purge-queues': off, abandon: off, json: off, help: off },
  'data-dir': { type: 'string', default: '.data' },
} as const;

/** Null: help is asked for. */
export function readRestoreOptions(args: string[]): RestoreOptions | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [folder = null, ...more] = positionals;
  if (more.length > 0 || (folder === null) !== values.abandon) {
    throw new OperatorError(
      'Name one backup, or the folder that it is in: npm run restore -- DIR  (--help tells all)',
    );
  }
  return {
    folder,
    replace: values.replace,
    endUnfinished: values['end-unfinished'],
    purgeQueues: values['purge-queues'],
    abandon: values.abandon,
    json: values.json,
    dataDir: values['data-dir'],
  };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: flags, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${(error as Error).message} (--help tells all options)`);
  }
}
