import { flag, readCommandLine, wrongUsage } from '#shared/platform/process/command-line.ts';
import { dataDirOption } from '../store-address.ts';

const usage = `npm run backup -- DIR [options]        writes a backup of one moment, while the store runs, into a new folder in DIR
npm run backup -- --list DIR           what backups there are
npm run backup -- --verify DIR         reads one backup, or the newest in DIR, and says what is damaged
npm run backup -- --make-key FILE      a new key to encrypt backups with

  --keep N         then removes what is older than the N newest whole ones, having read those
  --json           for programs
  --data-dir PATH  of the local store (default .data), when MONGODB_URI is not set`;

const flags = {
  list: flag,
  verify: flag,
  keep: { type: 'string' },
  json: flag,
  'make-key': { type: 'string' },
  ...dataDirOption,
} as const;

const name = 'npm run backup';
const command = { name, usage, options: flags, takesNames: true, reader: 'backup' } as const;

export type BackupOptions = NonNullable<ReturnType<typeof readBackupOptions>>;

export function readBackupOptions(args?: string[]) {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { 'make-key': keyFile, 'data-dir': dataDir, ...values } = asked.values;
  const [folder = '', ...more] = asked.positionals;
  if (keyFile === undefined) {
    if (folder === '' || more.length > 0) throw wrongUsage(name, 'name one folder for the backups');
    if (values.list && values.verify) throw wrongUsage(name, 'either --list or --verify');
  }
  return { ...values, keyFile, folder, dataDir, keep: readKeep(values.keep) };
}

function readKeep(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw wrongUsage(name, `--keep is "${text}", and takes a number from 1 on`);
  return Number(text);
}
