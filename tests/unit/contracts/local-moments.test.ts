import fc from 'fast-check';
import { expect, test } from '@jest/globals';
import { createLocalMoments } from '#shared/contracts/kit/local-moments.ts';

const zones = [
  'UTC',
  'Asia/Amman',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/St_Johns',
  'Europe/Dublin',
  'Pacific/Chatham',
];

test('local times in exports match the calendar of each time zone, even around clock changes', () => {
  const local = new Map(zones.map((zone) => [zone, createLocalMoments(zone)]));
  const moment = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2100, 0) });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moment, (zone, ms) => {
      const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
      const { wallMs, offset } = local.get(zone)?.(ms) ?? { wallMs: NaN, offset: '' };
      const wall = new Date(wallMs).toISOString().slice(0, 19);
      const isWhole = shown.offsetNanoseconds % 60e9 === 0;
      if (isWhole)
        expect([wall, offset]).toEqual([
          shown.toPlainDateTime().toString().slice(0, 19).padEnd(19, ':00'),
          shown.offset,
        ]);
      expect(Date.parse(`${wall}${offset}`)).toBe(Math.floor(ms / 1000) * 1000);
    }),
    { numRuns: 2000 },
  );
});

// In Newfoundland the clocks changed at 00:01 until 2011.
test.each([
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['America/St_Johns', '2010-03-14T03:31:00Z'],
])('local times in exports have the right offset in every minute around a clock change in %s', (zone, at) => {
  const local = createLocalMoments(zone);
  for (let minute = -120; minute <= 120; minute += 1) {
    const ms = Date.parse(at) + minute * 60_000;
    const { offset } = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
    expect(local(ms).offset).toBe(offset);
  }
});
