/** `npm run store -- undo-bench`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

const usage = `Usage: npm run store -- undo-bench [options]

A new price for many subscriptions, rehearsed, applied and undone: records per second, each beside its limit, which writes the same
documents, ledger included; the worker's most memory; then the 95th percentile of checkouts, alone and beside each.

  --records N    how many (default 100000)
  --turns N      of rehearse, apply, undo (default 1)
  --parts LIST   of pace,beside (default: both)
  --callers N    how many at once check out (default 4)
  --checkouts N  of each turn, 3000 at most (default 600)
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

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  onStopRequest(() => process.exit(130));
  const { measureUndo } = await import('./measure-undo.ts');
  await measureUndo(asked.values);
});
process.exit();
