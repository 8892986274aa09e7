import { describe, expect, test } from '@jest/globals';
import { readRetryAfter, waitAfter, waits } from '#services/webhooks/deliveries/retry.ts';

describe('the retry interval of a webhook', () => {
  test('a failed webhook is retried after 5 s, 30 s, 2 min, 10 min, 1 h, 4 h, 12 h, 24 h and 30 h, but then not again', () => {
    const seconds = waits.map((_wait, index) => (waitAfter(index + 1, 0.5) ?? 0) / 1000);
    const hours = [1, 4, 12, 24, 30].map((hour) => hour * 3600);
    expect(seconds).toEqual([5, 30, 120, 600, ...hours]);
    expect(waitAfter(10, 0.5)).toBeNull();
  });

  test('the retry interval of a webhook varies by up to 10 % in both directions', () => {
    expect([waitAfter(2, 0), waitAfter(2, 1)]).toEqual([27_000, 33_000]);
  });

  test('Retry-After can make a webhook’s retry interval longer, up to 30 h, but never shorter', () => {
    expect(waitAfter(1, 0.5, 60_000)).toBe(60_000);
    expect(waitAfter(4, 0.5, 60_000)).toBe(600_000);
    expect(waitAfter(1, 0.5, 1e12)).toBe(30 * 3600 * 1000);
  });

  test('a webhook receiver’s Retry-After may be a number of seconds or a date', () => {
    const now = Date.parse('2026-01-31T09:30:00Z');
    expect(readRetryAfter('120', now)).toBe(120_000);
    expect(waitAfter(1, 0.5, readRetryAfter('9'.repeat(400), now))).toBe(30 * 3600 * 1000);
    expect(readRetryAfter('Sat, 31 Jan 2026 09:31:00 GMT', now)).toBe(60_000);
    expect(readRetryAfter('Sat, 31 Jan 2026 09:00:00 GMT', now)).toBe(0);
    for (const header of [undefined, '', 'soon', '-5', '1.5']) expect(readRetryAfter(header, now)).toBeNull();
  });
});

describe('an outage of a webhook receiver', () => {
  test('a delivery to a webhook receiver that is down for a day is tried eight times on that day, and next 41 h after the first try', () => {
    const attempts = [0];
    for (let tried = 1; (waitAfter(tried, 0.5) ?? Infinity) < Infinity; tried += 1)
      attempts.push((attempts.at(-1) ?? 0) + (waitAfter(tried, 0.5) ?? 0) / 1000);
    const day = 24 * 3600;
    expect(attempts.filter((at) => at < day)).toEqual([0, 5, 35, 155, 755, 4355, 18_755, 61_955]);
    expect(attempts.find((at) => at >= day)).toBe(148_355);
  });
});
