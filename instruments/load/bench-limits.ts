import { writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';

import { say } from './bench-command.ts';
import type { LimitsOptions } from './bench-options.ts';
import { benchTables, type BenchReport } from './bench-report.ts';
import { withBenchStore } from './bench-store.ts';
import { growthPlot } from './growth-plot.ts';
import { compareCheckouts } from './scenarios/checkout-bench.ts';
import { benchFairness } from './scenarios/fairness-bench.ts';
import { openLimitsBench, type LimitsBench } from './scenarios/limits-bench.ts';
import { benchLists } from './scenarios/list-scenarios.ts';
import { compareTelemetry } from './scenarios/telemetry-bench.ts';
import { benchBulk, benchChanges, benchWrites } from './scenarios/write-scenarios.ts';

const scenarios: Record<string, (context: LimitsBench) => Promise<void>> = {
  checkout: compareCheckouts,
  writes: benchWrites,
  changes: benchChanges,
  bulk: benchBulk,
  fairness: benchFairness,
  lists: async (context) => {
    for (const size of context.options.orders) await benchLists(context, size);
  },
};

/** Runs each scenario and its limit (the minimal program for the same work) in turn, on the same servers. */
export async function benchAgainstLimits(options: LimitsOptions): Promise<void> {
  const report = emptyReport();
  const save = () => writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
  // This scenario runs first, while there is little data. With a million orders, the small cost of telemetry
  // would not be visible.
  if (options.parts.has('telemetry')) {
    await compareTelemetry(options, report);
    save();
  }
  await withBenchStore(options.folder, async (bench) => {
    report.idle = {
      rss: bench.figures(),
      together: bench.memoryTogether(),
      startSeconds: bench.startSeconds,
    };
    say(`the store was ready ${bench.startSeconds.toFixed(0)} s after its servers`);
    const context = await openLimitsBench(bench, { options, report });
    for (const [part, run] of Object.entries(scenarios)) {
      if (!options.parts.has(part)) continue;
      await run(context);
      save();
    }
  });
  if (options.plot !== undefined) writeFileSync(options.plot, growthPlot(report));
  console.log(benchTables(report));
}

function emptyReport(): BenchReport {
  return {
    at: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? arch()}, node ${process.version}`,
    compared: [],
    writes: {},
    bulk: [],
    lists: {},
    streams: {},
    telemetry: [],
    fairness: null,
    idle: null,
  };
}
