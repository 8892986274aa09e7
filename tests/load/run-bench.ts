/** `npm run bench`: see `npm run bench -- --help`. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { benchAgainstLimits } from './bench-limits.ts';
import { benchOptions, benchUsage } from './bench-options.ts';
import type { BenchOptions } from './bench-options.ts';
import { compareReleases } from './releases/compare-releases.ts';

const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
// What was started goes when this process does.
onStopRequest((reason) => {
  say(`stopped: ${reason}`);
  process.exit(130);
});

process.exit(await run(readOptions()));

function readOptions(): BenchOptions {
  try {
    return benchOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${benchUsage}`);
    process.exit(2);
  }
}

async function run(options: BenchOptions): Promise<number> {
  if (options.kind === 'help') {
    console.log(benchUsage);
    return 0;
  }
  mkdirSync(dirname(options.json), { recursive: true });
  if (options.kind === 'releases') return (await compareReleases({ ...options, say })) ? 0 : 1;
  await benchAgainstLimits(options, say);
  return 0;
}
