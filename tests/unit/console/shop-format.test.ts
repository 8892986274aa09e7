import { describe, expect, test } from '@jest/globals';

import { createShopFormat, daysUpTo, firstOfMonths } from '#console/format/shop-format.ts';

const bare = (shown: string) => shown.replace(/[\u200e\u200f\u061c]/g, '').replace(/\u00a0/g, ' ');
const amman = { currency: 'JOD', decimals: 3, timeZone: 'Asia/Amman' };

describe('the shop’s format', () => {
  test.each([
    ['USD', 2, 'en', '$1,234.50'],
    ['JOD', 3, 'en', 'JOD 1,234.500'],
    ['JPY', 0, 'en', '¥1,235'],
    ['JOD', 3, 'ar', '1,234.500 \u2068د.أ.\u2069'],
    // The currency is isolated in its text direction, so the sign stays after the letters.
    ['USD', 2, 'ar', '1,234.50 \u2068US$\u2069'],
    // Node itself would show IQD without decimals and USD with two.
    ['IQD', 3, 'en', 'IQD 1,234.500'],
    ['USD', 0, 'en', '$1,235'],
  ] as const)(
    'an amount in %s with %d decimals on a page in %s is shown as %s',
    (currency, decimals, language, shown) => {
      const { money } = createShopFormat({ ...amman, currency, decimals }, language);
      expect(bare(money(1234.5))).toBe(shown);
    },
  );

  test('a list of words is joined with the comma of the page’s language', () => {
    const [english, arabic] = (['en', 'ar'] as const).map((language) => createShopFormat(amman, language));
    expect(english?.list(['Name', 'Price'])).toBe('Name, Price');
    expect(arabic?.list(['الاسم', 'السعر'])).toBe('الاسم، السعر');
  });

  test('the short form of the number 1234 is 1.2K, and small numbers are not shortened', () => {
    expect(createShopFormat(amman, 'en').shortNumber(1234)).toBe('1.2K');
    expect(createShopFormat(amman, 'en').shortNumber(37.5)).toBe('37.5');
  });

  test('an amount in an input field has all decimals and no currency', () => {
    expect(createShopFormat(amman, 'ar').plainMoney(3.5)).toBe('3.500');
    expect(createShopFormat({ ...amman, currency: 'IQD' }, 'en').plainMoney(3.5)).toBe('3.500');
  });

  test('times are shown in the shop’s time zone, whatever the browser’s time zone', () => {
    const format = createShopFormat(amman, 'en');
    expect(format.moment('2026-11-23T22:30:00.000Z', 'time')).toBe('1:30 AM');
    expect(format.dayOf(new Date('2026-11-23T22:30:00.000Z'))).toBe('2026-11-24');
  });

  test('the short form of a time shows the year only if the time is not in the shop’s current year', () => {
    const { moment } = createShopFormat(amman, 'en');
    const now = new Date('2026-01-01T10:00:00.000Z');
    expect(bare(moment('2025-03-02T10:00:00.000Z', 'short', now))).toBe('Mar 2, 2025, 1:00 PM');
    expect(bare(moment('2026-03-02T10:00:00.000Z', 'short', now))).toBe('Mar 2, 1:00 PM');
    // In Amman, the new year has already begun.
    expect(bare(moment('2025-12-31T22:30:00.000Z', 'short', now))).toBe('Jan 1, 1:30 AM');
  });

  test('an address shows its country in the page’s language, with each part in its own text direction', () => {
    expect(createShopFormat(amman, 'ar').place('Amman', 'JO')).toBe('\u2068Amman\u2069، \u2068الأردن\u2069');
    expect(createShopFormat(amman, 'en').place('دبي', 'AE')).toBe(
      '\u2068دبي\u2069, \u2068United Arab Emirates\u2069',
    );
    expect(createShopFormat(amman, 'en').place('Amman', '??')).toBe('\u2068Amman\u2069, \u2068??\u2069');
  });

  test('the list of the last three days is correct across the end of a month', () => {
    expect(daysUpTo('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  });

  test('the list of the first days of the last three months is correct across the end of a year and on the 31st', () => {
    expect(firstOfMonths('2026-01-31', 3)).toEqual(['2025-11-01', '2025-12-01', '2026-01-01']);
  });

  test.each([
    [30, '30 minutes ago'],
    [90, '1 hour ago'],
    [47 * 60, '47 hours ago'],
    [72 * 60, '3 days ago'],
    [0.5, 'just now'],
    [-1, 'just now'],
  ])('a time %d minutes ago is shown as “%s”', (minutes, shown) => {
    const now = new Date('2026-11-23T12:00:00.000Z');
    const then = new Date(now.getTime() - minutes * 60_000).toISOString();
    expect(createShopFormat(amman, 'en').ago(then, now)).toBe(shown);
  });
});
