import { expect, test } from '@jest/globals';
import { kindOfWork, paceWith, restShare } from '#shared/commands/bulk-pace.ts';
import type { Pace } from '#shared/commands/bulk-pace.ts';
import type { BulkOperation } from '#shared/decide/bulk-operation.ts';

/** After transactions that took so many milliseconds a record, and 4 ms each beside them. */
function paceAfter(msARecord: readonly number[], records = 500): Pace {
  const pace = msARecord.reduce<Pace | undefined>(
    (before, ms) => paceWith(before, { records, ms: ms * records + 4 }),
    undefined,
  );
  if (!pace) throw new Error('Nothing was measured');
  return pace;
}

const often = (ms: number, times = 30): number[] => Array.from({ length: times }, () => ms);

test('work that is as fast as ever hardly rests, and does many chunks at once', () => {
  expect(restShare(paceAfter(often(0.1)))).toBe(0.02);
  const pace = paceAfter([...often(0.1), ...often(0.12)]);
  expect([restShare(pace), pace.atOnce]).toEqual([0.02, 5]);
});

test('work that others slow down rests the more, the slower it is, up to twice the time of its chunks', () => {
  const shares = [0.14, 0.17, 0.3].map((ms) => restShare(paceAfter([...often(0.1), ...often(ms)])));
  expect(shares).toEqual([expect.closeTo(0.3, 1), expect.closeTo(0.9, 1), 2]);
});

test('it then does one chunk at once, and comes back to more, one more each time', () => {
  const slowed = [...often(0.1), ...often(0.2)];
  expect(paceAfter(slowed).atOnce).toBe(1);
  const more = [7, 8, 9, 20].map((times) => paceAfter([...slowed, ...often(0.1, times)]).atOnce);
  expect(more).toEqual([...more].sort((one, other) => one - other));
  expect(more.at(-1)).toBe(5);
});

test('small transactions are no slower for what is done once for each', () => {
  const large = paceAfter(often(0.1));
  const small = paceWith(large, { records: 100, ms: 14 });
  expect(small.lately).toBeCloseTo(0.1, 5);
});

test('one slow transaction is chance', () => {
  const { atOnce, ...pace } = paceAfter([...often(0.1), 0.15]);
  expect([restShare({ ...pace, atOnce }), atOnce]).toEqual([0.02, 5]);
});

test('a slow beginning does not count once it is faster', () => {
  expect(paceAfter([...often(1), ...often(0.1, 60)]).least).toBeCloseTo(0.1, 2);
});

test('what it was long ago is forgotten, so that work on larger records does not rest for ever', () => {
  expect(restShare(paceAfter([...often(0.1), ...often(0.2, 7000)]))).toBe(0.02);
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
