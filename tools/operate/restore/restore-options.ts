import { orderIdOf } from '#services/orders/records/order-number.ts';
import { flag, readCommandLine, wrongUsage } from '#shared/platform/process/command-line.ts';
import { dataDirOption } from '../store-address.ts';
import type { IdsAfter } from './jumps.ts';

const usage = `npm run restore -- DIR [options]   replaces the store's data by a backup, or by the newest one in DIR

  --replace         also replaces existing data, which is lost
  --end-unfinished  bulk work that was under way is cancelled; otherwise it goes on
  --purge-queues    queued messages are discarded; otherwise they are processed on the restored data
  --ids-after N     new ids continue from N, the highest id ever given out to any kind of record; orders=N, or an order's
                    number, for one kind. Not needed while the store's own data is still in place (docs/operate/backup.md)
  --abandon         instead: abandons an unfinished restore, as long as the earlier data is complete
  --json            for programs
  --data-dir PATH   of the local store (default .data), when MONGODB_URI is not set

The store must be stopped: its APIs and workers. A gateway may keep running: the writes that it accepts wait in the queues.
Stop a gateway with other keys than the backup's first: it would refuse the restored data within ten seconds.`;

const flags = {
  replace: flag,
  'end-unfinished': flag,
  'purge-queues': flag,
  abandon: flag,
  json: flag,
  'ids-after': { type: 'string', multiple: true },
  ...dataDirOption,
} as const;

const name = 'npm run restore';
const command = { name, usage, options: flags, takesNames: true, reader: 'restore' } as const;

/** `folder` is null only with `abandon`. */
export type RestoreOptions = NonNullable<Awaited<ReturnType<typeof readRestoreOptions>>>;

export async function readRestoreOptions(args?: string[]) {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { values, positionals } = asked;
  const [folder = null, ...more] = positionals;
  if (more.length > 0 || (folder === null) !== values.abandon) {
    throw wrongUsage(name, 'name one backup, or the folder that it is in');
  }
  // Imported when needed, so that --help is quick.
  const { sequences } = await import('./jumps.ts');
  const names = Object.values(sequences).flat();
  const idsAfter = readIdsAfter(values['ids-after'] ?? [], names);
  if (idsAfter === null) {
    const forms = `a number, or one with its kind: orders=5000 (${names.join(', ')})`;
    throw wrongUsage(name, `--ids-after takes ${forms}`);
  }
  const { 'end-unfinished': endUnfinished, 'purge-queues': purgeQueues, 'data-dir': dataDir } = values;
  return {
    folder,
    replace: values.replace,
    endUnfinished,
    purgeQueues,
    idsAfter,
    json: values.json,
    dataDir,
  };
}

/** Reads `5000` for every kind of record, or `orders=5000` or `orders=7KQ2-M9TC` (an order's number) for one. Null if a text is invalid. */
export function readIdsAfter(texts: readonly string[], names: readonly string[]): IdsAfter | null {
  const of: Record<string, number> = {};
  let all: number | null = null;
  for (const text of texts) {
    const [, name, value = ''] = /^(?:(\w+)=)?(.+)$/.exec(text) ?? [];
    const id = idIn(value) ?? (name === 'orders' ? orderIdOf(value) : null);
    if (id === null || (name !== undefined && !names.includes(name))) return null;
    if (name === undefined) all = id;
    else of[name] = id;
  }
  return { all, of };
}

function idIn(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
