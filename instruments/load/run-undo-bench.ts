/** `npm run store -- undo-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- undo-bench [options]

Rehearses, applies and undoes a new price for many subscriptions. Measures the records per second of each step and of its limit
(a bare program that writes the same documents and ledger rows), and the worker's peak memory. Then measures the 95th
percentile of checkouts, alone and during each step.

  --records N    the number of subscriptions (default 100000)
  --turns N      how often to rehearse, apply and undo (default 1)
  --parts LIST   pace (the speed), beside (the checkouts), or both (default pace,beside)
  --callers N    callers that check out concurrently (default 4)
  --checkouts N  checkouts in each turn, at most 3000 (default 600)
  --folder DIR   keeps the data (default .data/undo-bench)`;

const command = {
  name: 'npm run store -- undo-bench',
  usage,
  options: {
    records: { type: 'string', default: '100000' },
    turns: { type: 'string', default: '1' },
    parts: { type: 'string', default: 'pace,beside' },
    callers: { type: 'string', default: '4' },
    checkouts: { type: 'string', default: '600' },
    folder: { type: 'string', default: '.data/undo-bench' },
  },
} as const;

await benchCommand(command, async (values) => (await import('./measure-undo.ts')).measureUndo(values));
