import { parseArgs } from 'node:util';

import { OperatorError } from '../store-address.ts';

export const usage = `npm run backup -- DIR [options]        writes a backup of one moment, while the store runs, into a new folder in DIR
npm run backup -- --list DIR           what backups there are
npm run backup -- --verify DIR         reads one backup, or the newest in DIR, and says what is damaged
npm run backup -- --make-key FILE      a new key to encrypt backups with

  --keep N         then removes what is older than the N newest whole ones, having read those
  --json           for programs
  --data-dir PATH  of the local store (default .data), when MONGODB_URI is not set

BACKUP_KEY_FILE names the file with the key, or BACKUP_KEY holds it; without one backups are not encrypted.
`;

export type BackupTask =
  | { action: 'take'; folder: string; keep: number | null; json: boolean; dataDir: string }
  | { action: 'list'; folder: string; json: boolean }
  | { action: 'verify'; folder: string; json: boolean }
  | { action: 'make-key'; file: string }
  | { action: 'help' };

const flags = {
  list: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  keep: { type: 'string' },
  json: { type: 'boolean', default: false },
  'make-key': { type: 'string' },
  'data-dir': { type: 'string', default: '.data' },
  help: { type: 'boolean', default: false },
} as const;

export function readBackupOptions(args: string[]): BackupTask {
  const { values, positionals } = parsed(args);
  if (values.help) return { action: 'help' };
  const file = values['make-key'];
  if (file !== undefined) return { action: 'make-key', file };
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) {
    throw new OperatorError('Name one folder for the backups: npm run backup -- DIR  (--help tells all)');
  }
  if (values.list && values.verify) throw new OperatorError('Either --list or --verify.');
  const { json } = values;
  if (values.list) return { action: 'list', folder, json };
  if (values.verify) return { action: 'verify', folder, json };
  return { action: 'take', folder, keep: readKeep(values.keep), json, dataDir: values['data-dir'] };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: flags, allowPositionals: true });
  } catch (error) {
    throw new OperatorError(`${(error as Error).message} (--help tells all options)`);
  }
}

function readKeep(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new OperatorError(`--keep is "${text}": it takes a number from 1 on.`);
  return Number(text);
}
