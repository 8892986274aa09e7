import { expect, test } from '@jest/globals';
import { kindOfWork, paceWith, restAfter, type Pace } from '#shared/commands/bulk-pace.ts';
import type { BulkOperation } from '#shared/decide/bulk-operation.ts';

/** The pace of bulk work after chunks with these durations, in milliseconds per record. */
function paceAfter(msARecord: readonly number[]): Pace {
  const pace = msARecord.reduce<Pace | undefined>(paceWith, undefined);
  if (!pace) throw new Error('Nothing was measured');
  return pace;
}

const often = (ms: number, times = 30): number[] => Array.from({ length: times }, () => ms);

test('bulk work pauses only briefly while it runs at its usual speed', () => {
  expect(restAfter(paceAfter(often(0.1)), 100)).toBeCloseTo(0.2, 5);
  expect(restAfter(paceAfter([...often(0.1), ...often(0.13)]), 100)).toBeCloseTo(0.26, 2);
});

test('bulk work pauses longer the slower it becomes, up to twice its undisturbed duration', () => {
  const rests = [0.15, 0.17, 0.2, 0.3, 3].map((ms) =>
    restAfter(paceAfter([...often(0.1), ...often(ms, 20)]), 100),
  );
  // The remembered lowest duration rises slowly, so the result is not exactly 0.
  expect(rests).toEqual([2, 8, 17, 20, 20].map((rest) => expect.closeTo(rest, 0)));
});

test('a single slow chunk does not make bulk work pause longer', () => {
  expect(restAfter(paceAfter([...often(0.1), 0.2]), 100)).toBeCloseTo(0.25, 2);
});

test('a slow start of bulk work no longer causes pauses once the work is faster', () => {
  expect(paceAfter([...often(1), ...often(0.1, 60)]).least).toBeCloseTo(0.1, 2);
});

test('bulk work on larger records stops pausing once its earlier speed has expired', () => {
  expect(restAfter(paceAfter([...often(0.1), ...often(0.2, 1000)]), 100)).toBeCloseTo(0.4, 2);
});

test('the pace of one kind of bulk work does not affect another kind', () => {
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
