import { expect, test } from '@jest/globals';
import { kindOfWork, paceWith, restAfter } from '#shared/commands/bulk-pace.ts';
import type { Pace } from '#shared/commands/bulk-pace.ts';
import type { BulkOperation } from '#shared/decide/bulk-operation.ts';

/** After chunks that took so many milliseconds a record. */
function paceAfter(msARecord: readonly number[]): Pace {
  const pace = msARecord.reduce<Pace | undefined>(paceWith, undefined);
  if (!pace) throw new Error('Nothing was measured');
  return pace;
}

const often = (ms: number, times = 30): number[] => Array.from({ length: times }, () => ms);

test('work that is as fast as ever hardly rests', () => {
  expect(restAfter(paceAfter(often(0.1)), 100)).toBeCloseTo(0.2, 5);
  expect(restAfter(paceAfter([...often(0.1), ...often(0.13)]), 100)).toBeCloseTo(0.26, 2);
});

test('work that others slow down rests the longer, the slower it is, up to twice its time alone', () => {
  const rests = [0.15, 0.17, 0.2, 0.3, 3].map((ms) =>
    restAfter(paceAfter([...often(0.1), ...often(ms, 20)]), 100),
  );
  // The least is forgotten a little meanwhile.
  expect(rests).toEqual([2, 8, 17, 20, 20].map((rest) => expect.closeTo(rest, 0)));
});

test('one slow chunk is chance', () => {
  expect(restAfter(paceAfter([...often(0.1), 0.2]), 100)).toBeCloseTo(0.25, 2);
});

test('a slow beginning does not count once it is faster', () => {
  expect(paceAfter([...often(1), ...often(0.1, 60)]).least).toBeCloseTo(0.1, 2);
});

test('what it was long ago is forgotten, so that work on larger records does not rest for ever', () => {
  expect(restAfter(paceAfter([...often(0.1), ...often(0.2, 1000)]), 100)).toBeCloseTo(0.4, 2);
});

test('each kind of work has a pace of its own', () => {
  const kind = (operation: Partial<BulkOperation>) => kindOfWork(operation as BulkOperation);
  const kinds = [
    kind({ type: 'products.bulk', dry_run: false }),
    kind({ type: 'products.bulk', dry_run: true }),
    kind({ type: 'products.bulk', work: 'products.bulk-price', dry_run: false }),
    kind({ type: 'products.bulk', dry_run: false, undoes: 'x' }),
    kind({ type: 'subscriptions.bulk', dry_run: false }),
  ];
  expect(new Set(kinds).size).toBe(kinds.length);
});
