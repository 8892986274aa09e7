import { readCommandLine, wrongUsage } from '#shared/process/command-line.ts';
import { idsAfterForms, readIdsAfter } from './ids-after.ts';
import type { IdsAfter } from './jumps.ts';

const usage = `npm run restore -- DIR [options]   replaces the store's data by a backup, or by the newest one in DIR

  --replace         also replaces existing data, which is lost
  --end-unfinished  bulk work that was under way is cancelled; otherwise it goes on
  --purge-queues    queued messages are discarded; otherwise they are processed on the restored data
  --ids-after N     new ids continue from N, the highest id ever given out to any kind of record; orders=N, or an order's
                    number, for one kind. Not needed while the store's own data is still in place (docs/backup.md)
  --abandon         instead: abandons an unfinished restore, as long as the earlier data is complete
  --json            for programs
  --data-dir PATH   of the local store (default .data), when MONGODB_URI is not set

The store must be stopped: its APIs and workers. A gateway may keep running: the writes that it accepts wait in the queues.
Stop a gateway with other keys than the backup's first: it would refuse the restored data within ten seconds.`;

export interface RestoreOptions {
  folder: string | null;
  replace: boolean;
  endUnfinished: boolean;
  purgeQueues: boolean;
  idsAfter: IdsAfter;
  abandon: boolean;
  json: boolean;
  dataDir: string;
}

const off = { type: 'boolean', default: false } as const;
const flags = {
  replace: off,
  'end-unfinished': off,
  'purge-queues': off,
  abandon: off,
  json: off,
  'ids-after': { type: 'string', multiple: true },
  'data-dir': { type: 'string', default: '.data' },
} as const;

const name = 'npm run restore';
const command = { name, usage, options: flags, takesNames: true, reader: 'restore' } as const;

/** Null if the help was requested and shown. */
export function readRestoreOptions(args?: string[]): RestoreOptions | null {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { values, positionals } = asked;
  const [folder = null, ...more] = positionals;
  if (more.length > 0 || (folder === null) !== values.abandon) {
    throw wrongUsage(name, 'name one backup, or the folder that it is in');
  }
  const idsAfter = readIdsAfter(values['ids-after'] ?? []);
  if (idsAfter === null) throw wrongUsage(name, `--ids-after takes ${idsAfterForms}`);
  return {
    folder,
    replace: values.replace,
    endUnfinished: values['end-unfinished'],
    purgeQueues: values['purge-queues'],
    idsAfter,
    abandon: values.abandon,
    json: values.json,
    dataDir: values['data-dir'],
  };
}
