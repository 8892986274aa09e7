/** `npm run chaos -- --minutes 20 [--seed S] [--short | --kill-points | --only KIND… [--poison]]`: exit 1 when anything was lost, doubled or left. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { runChaos } from './chaos-run.ts';
import { faultsOf } from './chaos-report.ts';
import { endlessFaults, faultsOfKinds, fewFaults, killPointsOnly } from './fault-schedule.ts';
import { reportTable } from './report-table.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    'kill-points': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    poison: { type: 'boolean', default: false },
  },
});
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
// What was started goes when this process does.
onStopRequest((reason) => {
  say(`stopped: ${reason}`);
  process.exit(130);
});

const { only } = values;
const isShort = values.short || values['kill-points'];
const chosen = values['kill-points'] ? killPointsOnly : values.short ? fewFaults : endlessFaults;
const report = await runChaos({
  seed: values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed),
  faults: only === undefined ? chosen : () => faultsOfKinds(only),
  forMs: isShort ? 120_000 : Number(values.minutes) * 60_000,
  holdMs: isShort ? 3000 : 4000,
  withPoison: values.poison || (!values['kill-points'] && only === undefined),
  isLong: only === undefined ? !isShort : faultsOfKinds(only).some(({ isLong }) => isLong === true),
  isPartial: only !== undefined,
  say,
});
const faults = faultsOf(report);
console.log(`\n${reportTable(report)}\n`);
if (faults.length === 0) console.log('Nothing lost, nothing twice.');
else {
  const named = faults.slice(0, 50).map((fault) => `  ${fault}`);
  console.log([`${faults.length} faults:`, ...named].join('\n'));
}
process.exitCode = faults.length === 0 ? 0 : 1;
