/** `npm run parked`: lists and processes commands and events that workers could not process. See `npm run parked -- --help`. */
import { runCommand } from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { readParkedOptions } from './parked/parked-options.ts';
import { findStore } from './store-address.ts';

await runCommand(async () => {
  const options = readParkedOptions(process.argv.slice(2));
  if (options === null) return 0;
  const store = findStore(ownSettings('parked'), options['data-dir']);
  // Imported when needed, so that --help is quick.
  const { actOnParked } = await import('./parked/act-on-parked.ts');
  return actOnParked(options, store);
});
