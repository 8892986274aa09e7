import { say } from '../bench-command.ts';
import type { LimitsOptions } from '../bench-options.ts';
import type { BenchReport } from '../bench-report.ts';
import { withBenchStore, type BenchStore } from '../bench-store.ts';
import { prepareCheckouts } from '../checkout-load.ts';
import type { Measured } from '../measured.ts';
import { warmUp } from './checkout-bench.ts';
import { openShop, shoppers } from './limits-bench.ts';

/** Alternates stores with and without telemetry, because the machine's speed varies more than the cost of telemetry. */
export async function compareTelemetry({ folder }: LimitsOptions, report: BenchReport): Promise<void> {
  for (const turn of [1, 2]) {
    for (const off of turn % 2 === 1 ? ['false', 'true'] : ['true', 'false']) {
      say(`telemetry ${off === 'true' ? 'off' : 'on'}, turn ${turn}`);
      const run = await withBenchStore(folder, measureCheckouts, { OTEL_SDK_DISABLED: off });
      report.telemetry.push({ isOn: off === 'false', run });
    }
  }
}

async function measureCheckouts(bench: BenchStore): Promise<Measured> {
  const { models, shop } = await openShop(bench);
  const checkouts = await prepareCheckouts(bench, models, shop);
  await warmUp(checkouts, [{ url: bench.store.url, models }]);
  return checkouts.run(64, shoppers);
}
