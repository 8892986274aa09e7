/** `npm run store -- chaos`: see its `--help`. */
import { randomInt } from 'node:crypto';

import { readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { numberOf, type OptionValues } from '../load/bench-command.ts';
import type { ChaosReport } from './chaos-report.ts';

const usage = `Usage: npm run store -- chaos [options]

Injects faults of every kind under load, then compares the data with the responses to clients. Exits with 1 if a write was lost,
applied twice or left unfinished.

  --minutes N     how long it runs (default 5)
  --seed N        repeats the sequence of faults of an earlier run, which printed this seed
  --short         only a few faults, in two minutes
  --kill-points   only kills processes at chosen steps of a write, in two minutes
  --only KIND     only faults of this kind; may be repeated
  --client        the shoppers write through clients/typescript, with its retries
  --webhooks N    the number of webhook receivers, five of which fail (default 10)
  --poison        adds commands that always fail, so that they are parked and redriven
  --drill         instead: makes a backup under load, deletes the database, restores it, and reports what became of each write`;

const command = {
  name: 'npm run store -- chaos',
  usage,
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    'kill-points': { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    client: { type: 'boolean', default: false },
    webhooks: { type: 'string', default: '10' },
    poison: { type: 'boolean', default: false },
    drill: { type: 'boolean', default: false },
  },
} as const;

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

await runCommand(async () => {
  const asked = readCommandLine(command);
  return asked === null ? 0 : run(asked.values);
});

async function run(values: OptionValues<typeof command.options>): Promise<number> {
  // Ends all started processes when this process ends.
  onStopRequest((reason) => {
    say(`stopped: ${reason}`);
    process.exit(130);
  });
  if (values.drill) return drill();
  // Imported when needed, so that --help is quick.
  const { runChaos } = await import('./chaos-run.ts');
  const { endlessFaults, faultsOfKinds, fewFaults, killPointsOnly } = await import('./fault-schedule.ts');
  const { only } = values;
  const unknown = only?.find((kind) => faultsOfKinds([kind]).length === 0);
  if (unknown !== undefined) throw wrongUsage(command.name, `there is no kind of fault "${unknown}"`);
  const isShort = values.short || values['kill-points'];
  const chosen = values['kill-points'] ? killPointsOnly : values.short ? fewFaults : endlessFaults;
  const report = await runChaos({
    seed: values.seed === undefined ? randomInt(2 ** 31) : numberOf(command.name, 'seed', values.seed, 0),
    faults: only === undefined ? chosen : () => faultsOfKinds(only),
    forMs: isShort ? 120_000 : numberOf(command.name, 'minutes', values.minutes, 0.1) * 60_000,
    holdMs: isShort ? 3000 : 4000,
    withPoison: values.poison || (!values['kill-points'] && only === undefined),
    isLong: only === undefined ? !isShort : faultsOfKinds(only).some(({ isLong }) => isLong === true),
    isPartial: only !== undefined,
    isThroughClient: values.client,
    // Five receivers fail, so at least one more must be healthy.
    webhooks: numberOf(command.name, 'webhooks', values.webhooks, 6),
    say,
  });
  return printReport(report);
}

async function printReport(report: ChaosReport): Promise<number> {
  const { faultsOf } = await import('./chaos-report.ts');
  const { reportTable } = await import('./report-table.ts');
  const faults = faultsOf(report);
  console.log(`\n${reportTable(report)}\n`);
  if (faults.length === 0) console.log('Nothing lost, nothing twice.');
  else {
    const named = faults.slice(0, 50).map((fault) => `  ${fault}`);
    console.log([`${faults.length} faults:`, ...named].join('\n'));
  }
  return faults.length === 0 ? 0 : 1;
}

/** Runs the restore drill and returns the exit code. */
async function drill(): Promise<number> {
  const { drillTable } = await import('./drill/drill-ledger.ts');
  const { runDrill } = await import('./drill/run-drill.ts');
  const { ledger, figures, faults: wrong } = await runDrill({ phaseMs: 10_000, say });
  console.log(`\n${drillTable(ledger, { ...figures, faults: wrong.length })}\n`);
  console.log(['Lost with the disaster:', ...ledger.lost.map((name) => `  ${name}`)].join('\n'));
  for (const fault of wrong) console.log(`FAULT ${fault}`);
  return wrong.length === 0 ? 0 : 1;
}
