/** `npm run store -- audit-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- audit-bench [options]

Measures the time and memory of an audit of many orders, which the command writes directly, with all derived data.

  --orders N    the number of orders (default 1000000)
  --folder DIR  keeps the data (default .data/audit-bench)`;

const command = {
  name: 'npm run store -- audit-bench',
  usage,
  options: {
    orders: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: '.data/audit-bench' },
  },
} as const;

await benchCommand(command, async (values) => (await import('./measure-audit.ts')).measureAudit(values));
