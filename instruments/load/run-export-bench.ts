/** `npm run store -- export-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- export-bench [options]

Exports the list of orders as a file. Measures rows per second, bytes, CPU seconds and the peak memory of each process. Then
measures the 95th percentile of checkouts, alone and during an export, in alternating turns.

  --orders N     the number of orders in the store (default 1000000)
  --callers N    callers that check out concurrently (default 4)
  --checkouts N  checkouts in each turn, at most 3000 (default 1500)
  --turns N      turns of checkouts, alone and during an export (default 3)
  --only LIST    some of csv,xlsx,ndjson (default: all)
  --folder DIR   keeps the data (default .data/export-bench); a folder of lists-bench with as many orders works too`;

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

await benchCommand(command, async (values) => (await import('./measure-export.ts')).measureExports(values));
