/** `npm run store -- lists-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- lists-bench [options]

Measures the list of orders in a store with orders of 100,000 customers: every filter, pairs of filters, searches, far pages and
a year of statistics. Prints p50 and p95 for one caller, and requests per second for 16 callers.

  --orders LIST   numbers of orders, each in its own folder with its own servers (default 10000,100000,1000000)
  --fill          only fills the stores, and keeps stores that are filled already
  --only PATTERN  only queries whose name matches this regular expression (default: all)
  --checkouts N   then measures 3,000 checkouts by 64 callers N times, with their cost (default 0)
  --folder DIR    keeps the data (default .data/lists-bench)
  --json FILE     writes the figures (default .data/lists-bench.json)`;

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

await benchCommand(command, async (values) => (await import('./measure-lists.ts')).measureLists(values));
