/** `npm run store -- audit-bench`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

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

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  onStopRequest(() => process.exit(130));
  const { measureAudit } = await import('./measure-audit.ts');
  await measureAudit(asked.values);
});
process.exit();
