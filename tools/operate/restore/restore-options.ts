import { orderIdOf } from '#services/orders/records/order-number.ts';
import { dataDirOption, flag, readCommandLine, wrongUsage } from '#shared/platform/process/command-line.ts';
import type { IdsAfter } from './jumps.ts';

const usage = `Usage: npm run restore -- DIR [options]

Replaces the store's data with a backup: DIR itself, or the newest backup in DIR.

  --replace         also if the store has data, which is then lost
  --end-unfinished  cancels unfinished bulk work; otherwise it continues
  --purge-queues    deletes the queued commands; otherwise they run on the restored data
  --ids-after N     new ids continue after N, the highest id that was ever assigned to any kind of record. Use orders=N, or
                    an order's number, for one kind. Not needed while the store's own data is still in place (docs/operate/backup.md)
  --abandon         instead: cancels an unfinished restore, as long as the earlier data is complete
  --json            prints JSON
  --data-dir PATH   the local store's folder, if MONGODB_URI is not set (default .data)

Stop the store's APIs and workers first. A gateway may keep running: the writes that it accepts wait in the queues. But stop a
gateway whose keys differ from the backup's keys: it would reject the restored data within ten seconds.`;

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

/** `folder` is null only if `abandon` is set. */
export type RestoreOptions = NonNullable<Awaited<ReturnType<typeof readRestoreOptions>>>;

export async function readRestoreOptions(args?: string[]) {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { values, positionals } = asked;
  const [folder = null, ...more] = positionals;
  if (values.abandon && folder !== null) throw wrongUsage(name, '--abandon takes no folder');
  if (more.length > 0 || (folder === null && !values.abandon))
    throw wrongUsage(name, 'name one backup, or the folder with the backups');
  // Imported when needed, so that --help is quick.
  const { sequences } = await import('./jumps.ts');
  const names = Object.values(sequences).flat();
  const idsAfter = readIdsAfter(values['ids-after'] ?? [], names);
  if (idsAfter === null) {
    const forms = `a number, or one with its kind: orders=5000 (${names.join(', ')})`;
    throw wrongUsage(name, `--ids-after takes ${forms}`);
  }
  const { 'end-unfinished': endUnfinished, 'purge-queues': purgeQueues, 'data-dir': dataDir } = values;
  const { replace, json } = values;
  return { folder, replace, endUnfinished, purgeQueues, idsAfter, json, dataDir };
}

/**
 * Reads `5000` for every kind of record, or `orders=5000` or `orders=7KQ2-M9TC` (an order's number) for one
 * kind. Returns null if a text is invalid.
 */
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
