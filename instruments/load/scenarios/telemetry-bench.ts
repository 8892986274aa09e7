import type { LimitsOptions } from '../bench-options.ts';
import type { BenchReport } from '../bench-report.ts';
import { startBenchStore } from '../bench-store.ts';
import { prepareCheckouts } from '../checkout-load.ts';
import { warmUp } from './checkout-bench.ts';
import { openShop, shoppers } from './limits-bench.ts';

/** Alternates stores with and without telemetry, because the machine's speed varies more than the cost of telemetry. */
export async function compareTelemetry(
  { folder }: LimitsOptions,
  report: BenchReport,
  say: (line: string) => void,
): Promise<void> {
  for (const turn of [1, 2]) {
    for (const off of turn % 2 === 1 ? ['false', 'true'] : ['true', 'false']) {
      say(`telemetry ${off === 'true' ? 'off' : 'on'}, turn ${turn}`);
      const bench = await startBenchStore(folder, { OTEL_SDK_DISABLED: off });
      const { models, shop } = await openShop(bench);
      const checkouts = await prepareCheckouts(bench, models, shop);
      await warmUp(checkouts, [{ url: bench.store.url, models }]);
      report.telemetry.push({ isOn: off === 'false', run: await checkouts.run(64, shoppers) });
      await bench.stop();
    }
  }
}
