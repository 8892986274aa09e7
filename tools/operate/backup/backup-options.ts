import { dataDirOption, flag, readCommandLine, wrongUsage } from '#shared/platform/process/command-line.ts';

const usage = `Usage: npm run backup -- DIR [options]    writes a backup of one moment into a new folder in DIR, while the store runs
       npm run backup -- --list DIR       lists the backups in DIR
       npm run backup -- --verify DIR     reads the backup DIR, or the newest backup in DIR, and reports damage
       npm run backup -- --make-key FILE  creates a key that encrypts backups

  --keep N         then keeps only the N newest complete backups, after reading these
  --json           prints JSON
  --data-dir PATH  the local store's folder, if MONGODB_URI is not set (default .data)`;

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
    if (values.list && values.verify) throw wrongUsage(name, 'use either --list or --verify');
  }
  return { ...values, keyFile, folder, dataDir, keep: readKeep(values.keep) };
}

function readKeep(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw wrongUsage(name, `--keep must be a whole number of at least 1, not "${text}"`);
  return Number(text);
}
