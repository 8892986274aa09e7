/** `npm run store -- cost-bench`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

const usage = `Usage: npm run store -- cost-bench [options]

What a store costs: its start, its memory, its CPU time and its database requests while it is idle, and the CPU time of a checkout by
process and by purpose. The CPU time of a checkout includes the work that follows it, without the idle cost.

  --callers LIST  how many at once check out (default 1,16,64,256)
  --orders N      for each number of callers (default 1500)
  --idle N        seconds of the idle store (default 30)
  --profile       also takes profiles of the processes, in a run of its own, for the purposes
  --folder DIR    keeps the data (default .data/cost-bench)
  --json FILE     the figures (default .data/cost-bench.json)`;

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

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  onStopRequest(() => process.exit(130));
  const { measureCost } = await import('./measure-cost.ts');
  await measureCost(asked.values);
});
process.exit();
