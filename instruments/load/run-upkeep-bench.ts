/** `npm run store -- upkeep-bench`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

const usage = `Usage: npm run store -- upkeep-bench [options]

The cost of upkeep for checkouts: their rate with it ÷ their rate without it, from alternating turns, with the 95 % confidence
interval. The upkeep runs during the whole turn, again and again, while a real store's takes minutes in hours.

  --orders N        that the store holds (default 100000)
  --callers N       how many at once check out (default 16)
  --alternations N  pairs of turns for each, 3 or more (default 6)
  --only LIST       of scheduled-audit,backup,audit (default: all)
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

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  onStopRequest(() => process.exit(130));
  const { measureUpkeep } = await import('./measure-upkeep.ts');
  await measureUpkeep(asked.values);
});
process.exit();
