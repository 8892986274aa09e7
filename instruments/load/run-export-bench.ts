/** `npm run store -- export-bench`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

const usage = `Usage: npm run store -- export-bench [options]

The list of orders as a file: rows per second, bytes, CPU seconds and the most memory of each process, alone; then beside checkouts, with
their 95th percentile alone and beside it, from turns right after one another.

  --orders N     that the store holds (default 1000000)
  --callers N    how many at once check out (default 4)
  --checkouts N  of each turn, 3000 at most (default 1500)
  --turns N      of checkouts, alone and beside (default 3)
  --only LIST    of csv,xlsx,ndjson (default: all)
  --folder DIR   keeps the data (default .data/export-bench); a folder of lists-bench with that many orders works too`;

const command = {
  name: 'npm run store -- export-bench',
  usage,
  options: {
    orders: { type: 'string', default: '1000000' },
    callers: { type: 'string', default: '4' },
    checkouts: { type: 'string', default: '1500' },
    turns: { type: 'string', default: '3' },
    only: { type: 'string', default: 'csv,xlsx,ndjson' },
    folder: { type: 'string', default: '.data/export-bench' },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  onStopRequest(() => process.exit(130));
  const { measureExports } = await import('./measure-export.ts');
  await measureExports(asked.values);
});
process.exit();
