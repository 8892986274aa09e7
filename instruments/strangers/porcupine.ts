import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runTool } from '#tools/clients/run-tool.ts';
import { goModules } from './install.ts';
import { firstStock, recordedStock, type Call, type StockHistory } from './stock-recording.ts';
import { differs, type Stranger } from './stranger.ts';

/**
 * Faults of a broken store. Each function changes a recorded history so that it shows the fault. Undefined: no call of the
 * history is suitable.
 */
const faults: Readonly<Record<string, (calls: readonly Call[]) => Call[] | undefined>> = {
  'a checkout too many': (calls) =>
    changed(calls, calls.find(isA('reserve', 'refused')), { result: 'ok', stock: undefined }),
  'units restocked twice': (calls) => changed(calls, calls.find(isA('release', 'refused')), { result: 'ok' }),
  'a lost adjustment': (calls) => {
    const lost = calls.find(isA('adjust', 'ok'));
    return lost && calls.filter((call) => call !== lost);
  },
  'a stale read': (calls) => {
    const reads = calls.filter(({ kind }) => kind === 'read');
    for (const read of reads) {
      // Only adjustments change the sum of the units, so the old sum is wrong unless an adjustment is concurrent.
      const isUnclear = calls.some((call) => isA('adjust', 'ok')(call) && overlap(call, read));
      const old = reads.findLast((other) => endOf(other) < read.call && unitsIn(other) !== unitsIn(read));
      if (old && !isUnclear) return changed(calls, read, { stock: old.stock, held: old.held });
    }
    return undefined;
  },
};

const isA = (kind: Call['kind'], result: Call['result']) => (call: Call) =>
  call.kind === kind && call.result === result;
const endOf = (call: Call) => call.return ?? Infinity;
const overlap = (one: Call, other: Call) => one.call <= endOf(other) && other.call <= endOf(one);
const unitsIn = ({ stock = 0, held = 0 }: Call) => stock + held;

function changed(
  calls: readonly Call[],
  chosen: Call | undefined,
  change: Partial<Call>,
): Call[] | undefined {
  return chosen && calls.map((call) => (call === chosen ? { ...call, ...change } : call));
}

export const porcupine: Stranger = {
  proves:
    'checkouts, cancellations, adjustments and reads of a stock row are linearizable while workers are killed',
  judge: async () => {
    const { histories, defects } = await recordedStock();
    const patient = histories.filter(({ calls }) => calls.every(({ result }) => result !== 'unknown'));
    const broken = Object.entries(faults).map(([name, breakOne]): StockHistory => {
      const fitting = patient.map((history) => breakOne(history.calls));
      // If no call fits, the history is empty. The judge accepts it, and the missing fault is then reported.
      return { name, stock: firstStock, calls: fitting.find((calls) => calls !== undefined) ?? [] };
    });
    const names = (list: readonly StockHistory[], verdict: string) =>
      Object.fromEntries(list.map(({ name }) => [name, verdict]));
    const expected = { ...names(histories, 'Ok'), ...names(broken, 'Illegal') };
    const verdicts = await verdictsOf([...histories, ...broken]);
    return [
      ...defects,
      ...Object.entries(expected).flatMap(([name, verdict]) => differs(name, verdict, verdicts[name])),
    ];
  },
};

/** Porcupine's verdict about each history, by name. Leaves the histories in the folder of the program. */
async function verdictsOf(histories: readonly StockHistory[]): Promise<Record<string, string>> {
  const folder = await goModules('github.com/anishathalye/porcupine');
  copyFileSync(join(import.meta.dirname, 'porcupine/judge.go'), join(folder, 'judge.go'));
  const file = join(folder, 'histories.json');
  writeFileSync(file, JSON.stringify(histories));
  const output = await runTool('go', ['run', '-mod=mod', '.', file], { cwd: folder });
  return JSON.parse(output) as Record<string, string>;
}
