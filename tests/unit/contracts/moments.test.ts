import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dayRange, isCalendarDay, parseMoment } from '#shared/contracts/kit/moments.ts';

const zones = [
  'UTC',
  'Asia/Amman',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'America/Havana',
  'Australia/Lord_Howe',
  'Europe/London',
  'America/St_Johns',
];

describe('timestamps', () => {
  test.each([
    ['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z'],
    ['2026-03-01', 'Asia/Amman', '2026-02-28T21:00:00.000Z'],
    ['2026-03-01T08:30', 'UTC', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01 08:30', 'UTC', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01 08:30:15', 'Asia/Kolkata', '2026-03-01T03:00:15.000Z'],
    ['2026-03-01T08:30:15.5', 'UTC', '2026-03-01T08:30:15.500Z'],
    ['2026-03-01T08:30:15.123Z', 'Asia/Kolkata', '2026-03-01T08:30:15.123Z'],
    ['2026-12-01T10:00:00.000000Z', 'UTC', '2026-12-01T10:00:00.000Z'],
    ['2026-03-01T08:30:15.123999999Z', 'UTC', '2026-03-01T08:30:15.123Z'],
    ['2026-03-01T08:30:15.999999', 'Asia/Kolkata', '2026-03-01T03:00:15.999Z'],
    ['2026-03-01t08:30z', 'UTC', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T08:30+03:00', 'UTC', '2026-03-01T05:30:00.000Z'],
    ['2026-03-01T08:30+0300', 'UTC', '2026-03-01T05:30:00.000Z'],
    ['2026-03-01 00:30:00-05:30', 'UTC', '2026-03-01T06:00:00.000Z'],
    ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', 'UTC', '9999-12-31T23:59:59.999Z'],
  ])('the time %s in the time zone %s is parsed as %s', (text, zone, iso) =>
    expect(parseMoment(text, zone)).toBe(iso),
  );

  test.each([
    '2026-02-30',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '1900-02-29',
    '2026-02-30T10:00',
    '2026-02-30T10:00Z',
    '0000-01-01',
    '2026-03-01T24:00',
    '2026-03-01T23:60',
    '2026-03-01T23:59:60',
    '2026-03-01T10',
    '2026-03-01T10:00:00.1234567890',
    '2026-03-01T10:00:00.',
    '2026-3-1',
    '26-03-01',
    '2026-03-01T10:00+24:00',
    '2026-03-01T10:00+03:60',
    '2026-03-01T10:00+3',
    '2026-03-01T10:00 Z',
    '2026-03-01T10:00[Asia/Amman]',
    'tomorrow',
    '',
    '1772323200',
    '2026-03-01Z',
    '2026/03/01',
    '+012026-03-01',
    '9999-12-31T23:00-02:00',
    '2026-03-01T08:30:15,5',
    '2026-03-01\n',
    ' 2026-03-01',
  ])('the text %p is not a valid time', (text) => expect(parseMoment(text, 'UTC')).toBeNull());

  test('a local time that a clock change skips is interpreted as one hour later', () => {
    expect(parseMoment('2026-03-08T02:30', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
  });

  test('a local time that occurs twice is interpreted as its first occurrence', () => {
    expect(parseMoment('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  test('a parsed time always has a year of four digits, so that times sort as text', () => {
    const spellings = fc.tuple(
      fc.constantFrom('0001-01-01', '9999-12-31'),
      fc.constantFrom('', 'T00:00', ' 23:59:59.999', 'T12:00+14:00', 'T12:00-14:00', 'T23:59-00:01'),
      fc.constantFrom(...zones),
    );
    fc.assert(
      fc.property(spellings, ([day, time, zone]) => {
        expect(parseMoment(day + time, zone) ?? '0000-').toMatch(/^\d{4}-/);
      }),
    );
  });

  test('a time with an offset is the same instant in every time zone', () => {
    const instants = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: -839, max: 839 }),
        fc.constantFrom(...zones),
        (at, minutes, zone) => {
          const local = new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, -1);
          const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
          const offset = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
          expect(parseMoment(local + offset, zone)).toBe(at.toISOString());
        },
      ),
    );
  });
});

describe('days', () => {
  test('a day is valid exactly if it exists in the calendar', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
          const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
          const isReal = year > 0 && day >= 1 && day <= (lengths[month - 1] ?? 0);
          const text = [String(year).padStart(4, '0'), month, day]
            .map((part) => String(part).padStart(2, '0'))
            .join('-');
          expect(isCalendarDay(text)).toBe(isReal);
        },
      ),
    );
  });

  test.each([
    ['2026-03-08', 'America/New_York', 23],
    ['2026-11-01', 'America/New_York', 25],
    ['2018-11-04', 'America/Sao_Paulo', 23],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2011-12-30', 'Pacific/Apia', 0],
    ['2026-03-01', 'UTC', 24],
  ])('the day %s in %s has %d hours', (day, zone, hours) => {
    const { from, until } = dayRange(day, zone);
    expect((Date.parse(until) - Date.parse(from)) / 3_600_000).toBe(hours);
  });

  test('the day 9999-12-31 ends before the year 10000 in every time zone, because times are compared as text', () => {
    for (const zone of zones) expect(dayRange('9999-12-31', zone).until).toMatch(/^9999-12-31T/);
  });

  test('the ranges of consecutive days cover every instant exactly once', () => {
    const instants = fc.date({
      min: new Date('1990-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (at, zone) => {
        const local = Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone).toPlainDate();
        const near = [-2, -1, 0, 1, 2].map((days) => dayRange(local.add({ days }).toString(), zone));
        const holding = near.filter(
          ({ from, until }) => from <= at.toISOString() && at.toISOString() < until,
        );
        expect(holding).toHaveLength(1);
        for (const [index, range] of near.slice(1).entries()) expect(range.from).toBe(near[index]?.until);
      }),
    );
  });

  test('the range of a day contains every instant with that local date', () => {
    const instants = fc.date({
      min: new Date('2012-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (at, zone) => {
        const day = Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(zone).toPlainDate().toString();
        const { from, until } = dayRange(day, zone);
        expect(from <= at.toISOString() && at.toISOString() < until).toBe(true);
      }),
    );
  });
});
