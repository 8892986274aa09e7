/** `npm run store -- upkeep-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- upkeep-bench [options]

Measures how audits and backups slow down checkouts: the rate with them ÷ the rate without them, in alternating turns, with the
95 % confidence interval. The audit or backup is repeated for the whole turn, whereas a real store runs it for minutes in hours.

  --orders N        the number of orders in the store (default 100000)
  --callers N       callers that check out concurrently (default 16)
  --alternations N  pairs of turns for each, at least 3 (default 6)
  --only LIST       some of scheduled-audit,backup,audit (default: all)
  --folder DIR      keeps the data (default .data/upkeep-bench)`;

const command = {
  name: 'npm run store -- upkeep-bench',
  usage,
  options: {
    orders: { type: 'string', default: '100000' },
    callers: { type: 'string', default: '16' },
    alternations: { type: 'string', default: '6' },
    only: { type: 'string', default: 'scheduled-audit,backup,audit' },
    folder: { type: 'string', default: '.data/upkeep-bench' },
  },
} as const;

await benchCommand(command, async (values) => (await import('./measure-upkeep.ts')).measureUpkeep(values));
