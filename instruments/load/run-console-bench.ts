/** `npm run store -- console-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- console-bench [options]

Measures the milliseconds from a key press in the console's list of orders to the frame that shows the rows. Chromium runs on
the same machine as the store.

  --orders N    the number of orders in the store (default 1000000)
  --presses N   key presses of each kind (default 40)
  --folder DIR  keeps the data (default .data/console-bench)`;

const command = {
  name: 'npm run store -- console-bench',
  usage,
  options: {
    orders: { type: 'string', default: '1000000' },
    presses: { type: 'string', default: '40' },
    folder: { type: 'string', default: '.data/console-bench' },
  },
} as const;

await benchCommand(command, async (values) => (await import('./measure-console.ts')).measureConsole(values));
