/** `npm run backup`: makes consistent backups of the running store. See `npm run backup -- --help`. */
import { runCommand } from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { readBackupOptions } from './backup/backup-options.ts';

await runCommand(async () => {
  const options = readBackupOptions();
  if (options === null) return 0;
  // Imported when needed, so that --help is quick.
  const { runBackup } = await import('./backup/run-backup.ts');
  return runBackup(options, ownSettings('backup'));
});
