/** `npm run restore -- DIR`: puts a backup in the place of the store's data. */
import { randomUUID } from 'node:crypto';

import { readBackupKey } from './backup/backup-key.ts';
import { chooseBackup } from './backup/found-backups.ts';
import { openClient } from './backup/moment.ts';
import { unfinishedLines } from './backup/unfinished-work.ts';
import { knownData } from './restore/known-data.ts';
import { openQueues } from './restore/queues.ts';
import { openKeys } from './restore/redis-keys.ts';
import { readRestoreOptions, usage } from './restore/restore-options.ts';
import type { RestoreOptions } from './restore/restore-options.ts';
import { abandonRestore, restoreStore } from './restore/restore-store.ts';
import type { Restored } from './restore/restore-store.ts';
import { findMongodb, findRedis, findStore, OperatorError } from './store-address.ts';

try {
  const options = readRestoreOptions(process.argv.slice(2));
  if (options === null) console.log(usage);
  else await run(options);
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function run(options: RestoreOptions): Promise<void> {
  const { folder, dataDir } = options;
  const { mongodbUri, namespace } = findMongodb(process.env, dataDir);
  const ownName = `${namespace}_restore ${randomUUID()}`;
  const client = await openClient(mongodbUri, ownName);
  try {
    if (folder === null) {
      await abandonRestore({ client, ownName, namespace });
      console.log('The restore is given up. The data from before is as it was.');
    } else report(await restore({ client, ownName, namespace, folder, options }), options);
  } finally {
    await client.close();
  }
}

async function restore({
  folder,
  options,
  ...own
}: Pick<Parameters<typeof restoreStore>[0], 'client' | 'ownName' | 'namespace'> & {
  folder: string;
  options: RestoreOptions;
}): Promise<Restored> {
  const { rabbitmqUrl } = findStore(process.env, options.dataDir);
  const backup = await chooseBackup(folder);
  const key = await readBackupKey(process.env);
  const keys = await openKeys(findRedis(process.env, options.dataDir), own.namespace);
  try {
    const queues = await openQueues(rabbitmqUrl, own.namespace);
    const say = (line: string) => console.error(line);
    const found = { ...own, backup, key, knownData, queues, keys, choices: options, say };
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
  { restore: done, manifest, cancelled, waiting, isToBeMigrated }: Restored,
  { purgeQueues }: RestoreOptions,
): string[] {
  const unfinished = Object.entries(manifest.databases).flatMap(([service, database]) =>
    unfinishedLines(service, database.unfinished),
  );
  const ended = Object.entries(cancelled).map(
    ([service, count]) => `  ${service}: ${count} bulk operations cancelled`,
  );
  const queues = Object.entries(waiting).map(([queue, count]) => `  ${queue}: ${count}`);
  const ids = Object.entries(done.jumped.sequences).map(([name, last]) => `  ${name}: from ${last + 1} on`);
  return [
    `The store is restored: ${done.backup}, of ${done.moment}. What was written from then until ${done.at} is lost.`,
    'New ids, so that none is given out again:',
    ...ids,
    `The version of every record is ${done.jumped.versions} higher: what clients have from before is out of date.`,
    ...(unfinished.length > 0 ? ['Under way at its moment; it goes on:', ...unfinished] : []),
    ...(ended.length > 0 ? ['But for:', ...ended] : []),
    ...(queues.length > 0
      ? [purgeQueues ? 'Thrown away:' : 'Waits in the queues, and is done on the restored data:', ...queues]
      : []),
    ...(isToBeMigrated
      ? ['The data is of an older release: npm run migrate, before it is started (npm start does it).']
      : []),
    'Start the store, then: npm run audit. Followers of events have to read their records anew.',
  ];
}
