/** `npm run store -- webhooks-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- webhooks-bench [options]

Measures webhooks: the time from a write to its receiver, alone and with other receivers that refuse connections; the deliveries
per second to local receivers; and the memory and delay while many deliveries wait for an unavailable receiver.

  --writes N     writes whose events are timed, one after the other (default 200)
  --events N     events for each receiver (default 5000)
  --receivers N  the number of receivers (default 10)
  --waiting N    deliveries that wait for the unavailable receiver (default 1000000)
  --part NAME    time, rate or dead (the unavailable receiver); may be repeated (default: all)
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

await benchCommand(command, async (values) =>
  (await import('./measure-webhooks.ts')).measureWebhooks(values),
);
