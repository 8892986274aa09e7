/** `npm run store -- cost-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- cost-bench [options]

Measures the start of a store, its memory, and its CPU time and database requests while it is idle. Then measures the CPU time of
a checkout by process and by purpose, including the work that follows the checkout, without the idle cost.

  --callers LIST  numbers of callers that check out concurrently (default 1,16,64,256)
  --orders N      checkouts for each number of callers (default 1500)
  --idle N        seconds for which the store is idle (default 30)
  --profile       also profiles the processes in a separate run, which gives the purposes
  --folder DIR    keeps the data (default .data/cost-bench)
  --json FILE     writes the figures (default .data/cost-bench.json)`;

const command = {
  name: 'npm run store -- cost-bench',
  usage,
  options: {
    callers: { type: 'string', default: '1,16,64,256' },
    orders: { type: 'string', default: '1500' },
    idle: { type: 'string', default: '30' },
    profile: { type: 'boolean', default: false },
    folder: { type: 'string', default: '.data/cost-bench' },
    json: { type: 'string', default: '.data/cost-bench.json' },
  },
} as const;

await benchCommand(command, async (values) => (await import('./measure-cost.ts')).measureCost(values));
