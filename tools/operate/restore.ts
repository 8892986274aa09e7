/** `npm run restore -- DIR`: replaces the store's data by a backup. */
import { runCommand } from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { readRestoreOptions } from './restore/restore-options.ts';

await runCommand(async () => {
  const options = await readRestoreOptions();
  if (options === null) return;
  // Imported when needed, so that --help is quick.
  const { runRestore } = await import('./restore/run-restore.ts');
  await runRestore(options, ownSettings('restore'));
});
