/** `npm run store -- webhooks-bench`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';

const usage = `Usage: npm run store -- webhooks-bench [options]

The cost of webhooks: the time from a write to its receiver, alone and with other receivers that refuse connections; the deliveries
per second to local receivers; and the memory and delay that a dead receiver with very many waiting deliveries causes.

  --writes N     whose events are timed, one after the other (default 200)
  --events N     that are sent to each of the receivers (default 5000)
  --receivers N  (default 10)
  --waiting N    deliveries that wait for the dead one (default 1000000)
  --part NAME    of time, rate, dead; may be repeated (default: all)
  --folder DIR   keeps the data (default .data/webhooks-bench)`;

const command = {
  name: 'npm run store -- webhooks-bench',
  usage,
  options: {
    writes: { type: 'string', default: '200' },
    events: { type: 'string', default: '5000' },
    receivers: { type: 'string', default: '10' },
    waiting: { type: 'string', default: '1000000' },
    part: { type: 'string', multiple: true },
    folder: { type: 'string', default: '.data/webhooks-bench' },
  },
} as const;

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  onStopRequest(() => process.exit(130));
  const { measureWebhooks } = await import('./measure-webhooks.ts');
  await measureWebhooks(asked.values);
});
process.exit();
