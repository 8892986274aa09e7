import { randomUUID } from 'node:crypto';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { readBackupKey } from '../backup/backup-key.ts';
import { chooseBackup } from '../backup/found-backups.ts';
import { unfinishedLines } from '../backup/unfinished-work.ts';
import { openQueues } from './queues.ts';
import { openKeys } from './redis-keys.ts';
import type { RestoreOptions } from './restore-options.ts';
import { abandonRestore, restoreStore, type Restored, type RestoreOrder } from './restore-store.ts';
import { findDatabases, findRedis, findStore } from '../store-address.ts';
import { inWordsOfFaults, openClient } from '../store-client.ts';

const howKnown = {
  operator: 'the id in --ids-after is taken as the last one',
  data: 'after the last id that was assigned here',
  time: 'beyond every id that can have been assigned since the backup',
} as const;

type Settings = SettingsOf<'restore'>;

export async function runRestore(options: RestoreOptions, settings: Settings): Promise<void> {
  const { folder, dataDir } = options;
  const { mongodbUri, namespace } = findDatabases(settings, dataDir);
  const ownName = `${namespace}_restore ${randomUUID()}`;
  const client = await openClient(mongodbUri, ownName);
  const own = { client, ownName, namespace };
  try {
    await inWordsOfFaults('Run this command again when it can; it starts from the beginning.', async () => {
      if (folder === null) {
        await abandonRestore(own);
        console.log('The restore is cancelled. The earlier data is unchanged.');
      } else report(await restore(folder, own, options, settings), options);
    });
  } finally {
    await client.close();
  }
}

async function restore(
  folder: string,
  own: Pick<RestoreOrder, 'client' | 'ownName' | 'namespace'>,
  options: RestoreOptions,
  settings: Settings,
): Promise<Restored> {
  const { rabbitmqUrl } = findStore(settings, options.dataDir);
  const backup = await chooseBackup(folder, own.namespace);
  const key = await readBackupKey(settings);
  const keys = await openKeys(findRedis(settings, options.dataDir), own.namespace);
  try {
    const queues = await openQueues(rabbitmqUrl, own.namespace);
    const say = (line: string) => console.error(line);
    const found = { ...own, backup, key, queues, keys, choices: options, say };
    return await restoreStore(found).finally(() => queues.close());
  } finally {
    keys.close();
  }
}

function report(restored: Restored, options: RestoreOptions): void {
  const { manifest, ...rest } = restored;
  if (options.json) {
    const unfinished = Object.fromEntries(
      Object.entries(manifest.databases).map(([service, database]) => [service, database.unfinished]),
    );
    console.log(JSON.stringify({ ...rest, unfinished }));
  } else for (const line of inWords(restored, options)) console.log(line);
}

function inWords(
  { restore: done, manifest, ...restored }: Restored,
  { purgeQueues }: RestoreOptions,
): string[] {
  const { cancelled, waiting, pausedEndpoints, erasedAgain, otherKeys } = restored;
  return [
    `The store is restored: ${done.backup}, of ${done.moment}. What was written from then until ${done.at} is lost.`,
    ...under(
      'New ids start here, so that no id is used twice:',
      restored.ids.map(({ sequence, last, by }) => `${sequence}: from ${last + 1} on (${howKnown[by]})`),
    ),
    `The version of every record is ${done.jumped.versions} higher, so versions that clients still have are out of date.`,
    ...under('Unfinished at the moment of the backup; it continues:', unfinishedLines(manifest)),
    ...under(
      'Except for:',
      Object.entries(cancelled).map(([service, count]) => `${service}: ${count} bulk operations cancelled`),
    ),
    ...under(
      'Webhook endpoints start paused. Check each one, then activate it again (PUT /api/admin/webhooks/ID):',
      pausedEndpoints.map(({ id, url }) => `${id}: ${url}`),
    ),
    ...(erasedAgain > 0
      ? [
          `People who were erased after that moment: ${erasedAgain}. They are erased again when the store starts.`,
        ]
      : []),
    ...under(
      purgeQueues ? 'Deleted from the queues:' : 'Queued commands, which run on the restored data:',
      Object.entries(waiting).map(([queue, count]) => `${queue}: ${count}`),
    ),
    ...(otherKeys.length > 0
      ? [
          `The backup has another ${otherKeys.join(' and ')} than the data that it replaced. Stop every process that has ` +
            "the replaced data's key. The store starts with the backup's key, or after npm run migrate -- --accept-keys (docs/operate/backup.md " +
            'says what is lost then).',
        ]
      : []),
    ...(restored.isToBeMigrated
      ? [
          'The data belongs to an older release. Run npm run migrate -- --apply before the start; npm start and docker compose up do it.',
        ]
      : []),
    'Start the store, then run npm run audit. Consumers of events must read their records again.',
  ];
}

/** A title with indented lines below it, for the terminal. Empty if there are no lines. */
function under(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}
