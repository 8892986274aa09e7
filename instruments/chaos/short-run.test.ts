import { randomInt } from 'node:crypto';
import { expect, test } from '@jest/globals';

import { runChaos } from './chaos-run.ts';
import { faultsOf } from './chaos-report.ts';
import { fewFaults } from './fault-schedule.ts';
import { reportTable } from './report-table.ts';

test('no write is lost or applied twice while faults are injected into a store under load', async () => {
  const seed = Number(process.env['CHAOS_SEED'] ?? randomInt(2 ** 31));
  const lines: string[] = [];
  const report = await runChaos({
    seed,
    faults: fewFaults,
    forMs: 40_000,
    holdMs: 2000,
    withPoison: true,
    isLong: false,
    isPartial: false,
    webhooks: 10,
    say: (line) => lines.push(line),
  });
  const faults = faultsOf(report);
  // To repeat a run, set CHAOS_SEED or run: npm run store -- chaos --short --seed …
  process.stderr.write(`${reportTable(report)}\n`);
  if (faults.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
  expect(faults).toEqual([]);
}, 300_000);
