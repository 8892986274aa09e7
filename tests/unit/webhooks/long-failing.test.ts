import { expect, test } from '@jest/globals';
import { isLongFailing } from '#services/webhooks/rules/long-failing.ts';

const hour = 3600 * 1000;
const start = Date.parse('2026-01-31T09:30:00.000Z');
const at = (hours: number) => new Date(start + hours * hour).toISOString();
const isLong = (failingSince: number | null, activatedAt: number, hours: number) =>
  isLongFailing(
    { activated_at: at(activatedAt) },
    { failing_since: failingSince === null ? null : at(failingSince) },
    start + hours * hour,
  );

test('three days without a delivery are long, a moment less is not', () => {
  expect([isLong(0, -500, 72), isLong(0, -500, 71.999)]).toEqual([true, false]);
});

test('an endpoint that delivers, or has nothing to deliver, never fails for long', () => {
  expect(isLong(null, -500, 1000)).toBe(false);
});

test('what failed before it was made active again counts no more', () => {
  expect([isLong(0, 71, 72), isLong(0, 71, 142.999), isLong(0, 71, 143)]).toEqual([false, false, true]);
});
