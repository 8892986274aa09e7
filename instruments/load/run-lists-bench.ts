/** `npm run store -- lists-bench`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

const usage = `Usage: npm run store -- lists-bench [options]

Every filter, range, set and search of the list of orders, pairs of them, far pages and a year of statistics, in a store with that many
orders of 100000 customers: p50 and p95 of one caller, and requests per second of 16.

  --orders LIST  sizes, each in a folder and with servers of its own (default 10000,100000,1000000)
  --fill         fills, and measures nothing: what is filled already stays
  --only PATTERN the questions whose names this regular expression finds (default: all)
  --checkouts N  then this many times 3,000 checkouts of 64 callers, with what one costs (default 0)
  --folder DIR   keeps the data (default .data/lists-bench)
  --json FILE    the figures (default .data/lists-bench.json)`;

const command = {
  name: 'npm run store -- lists-bench',
  usage,
  options: {
    orders: { type: 'string', default: '10000,100000,1000000' },
    fill: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    checkouts: { type: 'string', default: '0' },
    folder: { type: 'string', default: '.data/lists-bench' },
    json: { type: 'string', default: '.data/lists-bench.json' },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  onStopRequest(() => process.exit(130));
  const { measureLists } = await import('./measure-lists.ts');
  await measureLists(asked.values);
});
process.exit();
