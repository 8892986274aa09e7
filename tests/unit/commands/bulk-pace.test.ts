import { expect, test } from '@jest/globals';
import { kindOfWork, paceWith, restAfter, type Pace } from '#shared/commands/bulk-pace.ts';
import type { BulkOperation } from '#shared/decide/bulk-operation.ts';

/** The pace after chunks with these durations, in milliseconds per record. */
function paceAfter(msARecord: readonly number[]): Pace {
  const pace = msARecord.reduce<Pace | undefined>(paceWith, undefined);
  if (!pace) throw new Error('Nothing was measured');
  return pace;
}

const often = (ms: number, times = 30): number[] => Array.from({ length: times }, () => ms);

test('bulk work that keeps its usual speed hardly pauses', () => {
  expect(restAfter(paceAfter(often(0.1)), 100)).toBeCloseTo(0.2, 5);
  expect(restAfter(paceAfter([...often(0.1), ...often(0.13)]), 100)).toBeCloseTo(0.26, 2);
});

test('bulk work that slows down pauses longer the slower it gets, up to twice its undisturbed time', () => {
  const rests = [0.15, 0.17, 0.2, 0.3, 3].map((ms) =>
    restAfter(paceAfter([...often(0.1), ...often(ms, 20)]), 100),
  );
  // Meanwhile the pace forgets a little of its lowest duration.
  expect(rests).toEqual([2, 8, 17, 20, 20].map((rest) => expect.closeTo(rest, 0)));
});

test('a single slow chunk does not make bulk work pause longer', () => {
  expect(restAfter(paceAfter([...often(0.1), 0.2]), 100)).toBeCloseTo(0.25, 2);
});

test('a slow start of bulk work no longer counts once it gets faster', () => {
  expect(paceAfter([...often(1), ...often(0.1, 60)]).least).toBeCloseTo(0.1, 2);
});

test('bulk work on larger records stops pausing once its earlier speed is forgotten', () => {
  expect(restAfter(paceAfter([...often(0.1), ...often(0.2, 1000)]), 100)).toBeCloseTo(0.4, 2);
});

test('each kind of bulk work has a pace of its own', () => {
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
