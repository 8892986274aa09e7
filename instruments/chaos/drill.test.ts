import { expect, test } from '@jest/globals';

import { drillTable } from './drill/drill-ledger.ts';
import { runDrill } from './drill/run-drill.ts';

test('after the database’s files are lost and a backup is restored, only writes made after the backup are missing, and no write is applied twice', async () => {
  const lines: string[] = [];
  const { ledger, figures, faults } = await runDrill({ phaseMs: 4000, say: (line) => lines.push(line) });
  process.stderr.write(`${drillTable(ledger, { ...figures, faults: faults.length })}\n`);
  if (faults.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
  expect(faults).toEqual([]);
  expect(figures['people in it who were erased since, and then again']).toBe(1);
  // The drill is meaningful only if some writes were kept, some were lost, and some were sent after the
  // restore.
  expect(ledger.kept).toBeGreaterThan(20);
  expect(ledger.lost.length).toBeGreaterThan(20);
  expect(ledger.after).toBeGreaterThan(20);
}, 300_000);
