/** `npm run store -- feed-bench`: see its `--help`. */
import { benchCommand } from './bench-command.ts';

const usage = `Usage: npm run store -- feed-bench [options]

Measures the cost of following events: the time from a write to its event on the stream, the speed at which a stream catches up,
the gateway's memory for an idle stream, and the bytes that an order adds to the event log.

  --writes N    writes whose events are timed, one after the other (default 200)
  --behind N    events that a stream is behind (default 200000)
  --streams N   concurrent idle streams (default 1000)
  --orders N    orders whose events are weighed (default 400)
  --folder DIR  keeps the data (default .data/feed-bench)`;

const command = {
  name: 'npm run store -- feed-bench',
  usage,
  options: {
    writes: { type: 'string', default: '200' },
    behind: { type: 'string', default: '200000' },
    streams: { type: 'string', default: '1000' },
    orders: { type: 'string', default: '400' },
    folder: { type: 'string', default: '.data/feed-bench' },
  },
} as const;

await benchCommand(command, async (values) => (await import('./measure-feed.ts')).measureFeed(values));
