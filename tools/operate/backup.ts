/** `npm run backup`: makes consistent backups of the running store. See `npm run backup -- --help`. */
import { runCommand } from '#shared/process/command-line.ts';
import { release } from '#shared/process/release.ts';
import { ownSettings } from '#shared/process/settings/own-settings.ts';
import type { SettingsOf } from '#shared/process/settings/settings.ts';
import { makeBackupKey, readBackupKey, whyNotOpened } from './backup/backup-key.ts';
import { readBackupOptions, type BackupTask } from './backup/backup-options.ts';
import { chooseBackup, damagesOf, findBackups, type FoundBackup } from './backup/found-backups.ts';
import { totalsOf } from './backup/manifest.ts';
import { openClient } from './backup/moment.ts';
import { openEveryFile } from './backup/open-every-file.ts';
import { keepOnly } from './backup/retention.ts';
import { takeBackup } from './backup/take-backup.ts';
import { unfinishedLines } from './backup/unfinished-work.ts';
import { refuseUnfit } from './known-data.ts';
import { inWordsOfFaults } from './server-faults.ts';
import { findDatabases } from './store-address.ts';

const nothing = { removed: [], damaged: [], left: [] };

await runCommand(() => {
  const task = readBackupOptions();
  return task === null ? 0 : run(task, ownSettings('backup'));
});

type Settings = SettingsOf<'backup'>;

async function run(task: BackupTask, settings: Settings): Promise<number> {
  if (task.action === 'take') return take(task, settings);
  if (task.action === 'list') return list(task);
  if (task.action === 'verify') return verify(task, settings);
  console.log(`Public half: ${await makeBackupKey(task.file)}`);
  console.log(`${task.file} opens every backup that is made with it: keep a copy where no backup lies.`);
  return 0;
}

async function take(
  { folder, keep, json, dataDir }: BackupTask & { action: 'take' },
  settings: Settings,
): Promise<number> {
  const { mongodbUri, namespace } = findDatabases(settings, dataDir);
  const key = await readBackupKey(settings);
  const say = (line: string) => console.error(line);
  if (key === null) say('Without a key: anyone who has this backup can read all of it. (BACKUP_KEY_FILE)');
  const client = await openClient(mongodbUri, `${namespace}_backup`);
  try {
    const order = { client, namespace, folder, key, release, say };
    const { path, manifest } = await inWordsOfFaults('Nothing was kept of the backup.', async () => {
      await refuseUnfit(client, namespace);
      return takeBackup(order);
    });
    const { documents, bytes, stored } = totalsOf(manifest);
    const made = { folder, manifest };
    const { left, ...kept } = keep === null ? nothing : await keepOnly(made, keep, Date.now());
    const { removed, damaged } = kept;
    const figures = {
      path,
      moment: manifest.moment.at,
      took_seconds: manifest.took_seconds,
      documents,
      bytes,
      stored,
    };
    if (json) console.log(JSON.stringify({ ...figures, ...kept, left }));
    else {
      console.log(
        `${path}: ${documents} documents, ${inMegabytes(bytes)}, ${inMegabytes(stored)} on the disk.`,
      );
      console.log(`State of ${manifest.moment.at}, written in ${manifest.took_seconds} s.`);
      for (const name of removed) console.log(`Removed: ${name}`);
      for (const name of left) console.log(`Left alone, it is of other data: ${name}`);
    }
    for (const line of damaged) console.error(`Damaged, and not counted: ${line}`);
    return damaged.length === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
}

async function list({ folder, json }: BackupTask & { action: 'list' }): Promise<number> {
  const found = await findBackups(folder);
  for (const backup of found) console.log(json ? JSON.stringify(summary(backup)) : inOneLine(backup));
  if (!json) console.log(`${found.length} backups. (--verify reads their files.)`);
  return 0;
}

function summary({ name, manifest, isPartial }: FoundBackup) {
  if (manifest === null) return { name, state: isPartial ? 'unfinished' : 'damaged' };
  const { release, moment, recipients } = manifest;
  return {
    name,
    state: 'finished',
    release,
    moment: moment.at,
    encrypted: recipients.length > 0,
    ...totalsOf(manifest),
  };
}

function inOneLine(backup: FoundBackup): string {
  const { name, manifest } = backup;
  if (manifest === null) return `${name}  ${summary(backup).state}`;
  const { documents, bytes, stored } = totalsOf(manifest);
  const how = manifest.recipients.length > 0 ? 'encrypted' : 'not encrypted';
  return `${name}  of ${manifest.moment.at}  release ${manifest.release}  ${documents} documents  ${inMegabytes(bytes)} in ${inMegabytes(stored)}  ${how}`;
}

async function verify(
  { folder, json }: BackupTask & { action: 'verify' },
  settings: Settings,
): Promise<number> {
  const backup = await chooseBackup(folder, settings.STORE_NAMESPACE);
  const faults = await damagesOf(backup);
  const key = await readBackupKey(settings);
  const unopened = await whyNotOpened(backup.manifest?.recipients ?? [], key);
  const isOpened = faults.length === 0 && unopened === null;
  if (isOpened) faults.push(...(await openEveryFile(backup, isEncrypted(backup) ? key : null)));
  if (json) console.log(JSON.stringify({ ...summary(backup), faults, opened: isOpened }));
  else {
    for (const fault of faults) console.log(`${backup.name}: ${fault}`);
    if (faults.length === 0) console.log(inOneLine(backup));
    if (faults.length === 0)
      console.log(
        isOpened ? 'Whole: every document was read.' : `Whole by its checksums. Not opened: ${unopened}`,
      );
    if (isOpened) for (const line of unfinishedOf(backup)) console.log(line);
  }
  // With only the public key, the command can verify only the checksums. A secret key that decrypts no file is the wrong key.
  const isWrongKey = unopened !== null && key !== null && key.identities.length > 0;
  return faults.length === 0 && !isWrongKey ? 0 : 1;
}

function isEncrypted({ manifest }: FoundBackup): boolean {
  return (manifest?.recipients.length ?? 0) > 0;
}

function unfinishedOf({ manifest }: FoundBackup): string[] {
  const lines = Object.entries(manifest?.databases ?? {}).flatMap(([service, { unfinished }]) =>
    unfinishedLines(service, unfinished),
  );
  return lines.length === 0 ? [] : ['Under way at its moment:', ...lines];
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
