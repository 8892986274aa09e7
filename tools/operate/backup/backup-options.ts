import { readCommandLine, wrongUsage } from '#shared/process/command-line.ts';

const usage = `npm run backup -- DIR [options]        writes a backup of one moment, while the store runs, into a new folder in DIR
npm run backup -- --list DIR           what backups there are
npm run backup -- --verify DIR         reads one backup, or the newest in DIR, and says what is damaged
npm run backup -- --make-key FILE      a new key to encrypt backups with

  --keep N         then removes what is older than the N newest whole ones, having read those
  --json           for programs
  --data-dir PATH  of the local store (default .data), when MONGODB_URI is not set`;

export type BackupTask =
  | { action: 'take'; folder: string; keep: number | null; json: boolean; dataDir: string }
  | { action: 'list'; folder: string; json: boolean }
  | { action: 'verify'; folder: string; json: boolean }
  | { action: 'make-key'; file: string };

const flags = {
  list: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  keep: { type: 'string' },
  json: { type: 'boolean', default: false },
  'make-key': { type: 'string' },
  'data-dir': { type: 'string', default: '.data' },
} as const;

const name = 'npm run backup';
const command = { name, usage, options: flags, takesNames: true, reader: 'backup' } as const;

/** Returns null if the help was requested and shown. */
export function readBackupOptions(args?: string[]): BackupTask | null {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { values, positionals } = asked;
  const file = values['make-key'];
  if (file !== undefined) return { action: 'make-key', file };
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) {
    throw wrongUsage(name, 'name one folder for the backups');
  }
  if (values.list && values.verify) throw wrongUsage(name, 'either --list or --verify');
  const { json } = values;
  if (values.list) return { action: 'list', folder, json };
  if (values.verify) return { action: 'verify', folder, json };
  return { action: 'take', folder, keep: readKeep(values.keep), json, dataDir: values['data-dir'] };
}

function readKeep(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw wrongUsage(name, `--keep is "${text}", and takes a number from 1 on`);
  return Number(text);
}
