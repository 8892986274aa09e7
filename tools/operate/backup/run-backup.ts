import { release } from '#shared/platform/process/release.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { makeBackupKey, readBackupKey, whyNotOpened } from './backup-key.ts';
import type { BackupOptions } from './backup-options.ts';
import { chooseBackup, damagesOf, findBackups, openEveryFile, type FoundBackup } from './found-backups.ts';
import { totalsOf } from './manifest.ts';
import { keepOnly } from './retention.ts';
import { takeBackup } from './take-backup.ts';
import { unfinishedLines } from './unfinished-work.ts';
import { refuseUnfit } from '../known-data.ts';
import { findDatabases } from '../store-address.ts';
import { inWordsOfFaults, openClient } from '../store-client.ts';

const nothing = { removed: [], damaged: [], left: [] };

type Settings = SettingsOf<'backup'>;

export async function runBackup(options: BackupOptions, settings: Settings): Promise<number> {
  const { keyFile } = options;
  if (keyFile === undefined) return (options.list ? list : options.verify ? verify : take)(options, settings);
  console.log(`Public half: ${await makeBackupKey(keyFile)}`);
  console.log(
    `${keyFile} decrypts every backup that is made with it. Keep a copy in another place than the backups.`,
  );
  return 0;
}

async function take({ folder, keep, json, dataDir }: BackupOptions, settings: Settings): Promise<number> {
  const { mongodbUri, namespace } = findDatabases(settings, dataDir);
  const key = await readBackupKey(settings);
  const say = (line: string) => console.error(line);
  if (key === null)
    say('The backup is not encrypted, because BACKUP_KEY_FILE is not set: anyone who has it can read it.');
  const client = await openClient(mongodbUri, `${namespace}_backup`);
  try {
    const order = { client, namespace, folder, key, release, say };
    const { path, manifest } = await inWordsOfFaults('The unfinished backup was removed.', async () => {
      await refuseUnfit(client, namespace);
      return takeBackup(order);
    });
    const kept = keep === null ? nothing : await keepOnly({ folder, path, manifest }, keep, Date.now());
    const { removed, damaged, left } = kept;
    const { took_seconds: took, moment } = manifest;
    const { documents, bytes, stored } = totalsOf(manifest);
    const figures = { path, moment: moment.at, took_seconds: took, documents, bytes, stored };
    if (json) console.log(JSON.stringify({ ...figures, removed, damaged, left }));
    else {
      const sizes = `${inMegabytes(bytes)}, ${inMegabytes(stored)} on disk`;
      console.log(`${path}: ${documents} documents, ${sizes}.`);
      console.log(`State of ${moment.at}, written in ${took} s.`);
      for (const name of removed) console.log(`Removed: ${name}`);
      for (const name of left) console.log(`Not removed, because it has other data: ${name}`);
    }
    for (const line of damaged) say(`Damaged, not counted as a backup: ${line}`);
    return damaged.length === 0 ? 0 : 1;
  } finally {
    await client.close();
  }
}

async function list({ folder, json }: BackupOptions): Promise<number> {
  const found = await findBackups(folder);
  for (const backup of found) console.log(json ? JSON.stringify(summary(backup)) : inOneLine(backup));
  if (!json) console.log(`${found.length} backups. (--verify reads their files.)`);
  return 0;
}

function summary({ name, manifest, unreadable, isPartial }: FoundBackup) {
  if (manifest === null)
    return { name, state: isPartial ? 'unfinished' : unreadable === null ? 'damaged' : 'unreadable' };
  const { release, moment, recipients } = manifest;
  const encrypted = recipients.length > 0;
  return { name, state: 'finished', release, moment: moment.at, encrypted, ...totalsOf(manifest) };
}

function inOneLine(backup: FoundBackup): string {
  const { name, manifest } = backup;
  if (manifest === null) return `${name}  ${summary(backup).state}`;
  const { documents, bytes, stored } = totalsOf(manifest);
  const how = manifest.recipients.length > 0 ? 'encrypted' : 'not encrypted';
  return `${name}  of ${manifest.moment.at}  release ${manifest.release}  ${documents} documents  ${inMegabytes(bytes)} in ${inMegabytes(stored)}  ${how}`;
}

async function verify({ folder, json }: BackupOptions, settings: Settings): Promise<number> {
  const backup = await chooseBackup(folder, settings.STORE_NAMESPACE);
  const faults = await damagesOf(backup);
  const key = await readBackupKey(settings);
  const recipients = backup.manifest?.recipients ?? [];
  const unopened = await whyNotOpened(recipients, key);
  const isOpened = faults.length === 0 && unopened === null;
  if (isOpened) faults.push(...(await openEveryFile(backup, recipients.length > 0 ? key : null)));
  if (json) console.log(JSON.stringify({ ...summary(backup), faults, opened: isOpened }));
  else {
    for (const fault of faults) console.log(`${backup.name}: ${fault}`);
    if (faults.length === 0) {
      const whole = isOpened
        ? 'Complete: every document was read.'
        : 'Complete by its checksums. Not decrypted: ';
      console.log(`${inOneLine(backup)}\n${whole}${unopened ?? ''}`);
    }
    const unfinished = isOpened && backup.manifest ? unfinishedLines(backup.manifest) : [];
    if (unfinished.length > 0)
      console.log(['Unfinished at the moment of the backup:', ...unfinished].join('\n  '));
  }
  // With only the public key, the command can verify only the checksums. A secret key that decrypts no file is the wrong key.
  const isWrongKey = unopened !== null && key !== null && key.identities.length > 0;
  return faults.length === 0 && !isWrongKey ? 0 : 1;
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
