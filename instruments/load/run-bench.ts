/** `npm run bench`: see `npm run bench -- --help`. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { say } from './bench-command.ts';
import { benchOptions } from './bench-options.ts';

// Ends all started processes when this process ends.
onStopRequest((reason) => {
  say(`stopped: ${reason}`);
  process.exit(130);
});

await runCommand(run);
// Exits explicitly, because open connections could keep the process alive.
process.exit();

async function run(): Promise<number> {
  const options = benchOptions(process.argv.slice(2));
  if (options === null) return 0;
  mkdirSync(dirname(options.json), { recursive: true });
  // Imported when needed, so that --help is quick.
  if (options.kind === 'releases') {
    const { compareReleases } = await import('./releases/compare-releases.ts');
    return (await compareReleases(options)) ? 0 : 1;
  }
  const { benchAgainstLimits } = await import('./bench-limits.ts');
  await benchAgainstLimits(options);
  return 0;
}
