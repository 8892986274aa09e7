import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { expendable, isGoneOn } from '#tools/operate/backup/retention.ts';

const hour = 3600 * 1000;
const now = 1_000 * hour;
const backup = fc.record({
  isPartial: fc.boolean(),
  isWhole: fc.boolean(),
  touchedAt: fc.integer({ min: 0, max: now }),
});
/** Backups with unique names, newest first. */
const backups = fc
  .array(backup, { maxLength: 20 })
  .map((all) =>
    all.map((one, index) => ({ ...one, isWhole: one.isWhole && !one.isPartial, name: `b${index}` })),
  );
const keep = fc.integer({ min: 1, max: 8 });

describe('backups that may be deleted', () => {
  test('deleting old backups keeps exactly the configured number of the newest complete backups', () => {
    fc.assert(
      fc.property(backups, keep, (all, count) => {
        const gone = new Set(expendable(all, count, now));
        const whole = all.filter(({ isWhole }) => isWhole);
        expect(whole.slice(0, count).filter(({ name }) => gone.has(name))).toEqual([]);
        expect(whole.slice(count).filter(({ name }) => !gone.has(name))).toEqual([]);
      }),
    );
  });

  test('a finished but damaged backup is deleted only if the configured number of newer backups is complete', () => {
    fc.assert(
      fc.property(backups, keep, (all, count) => {
        fc.pre(all.filter(({ isWhole }) => isWhole).length <= count);
        const older = all.findLastIndex(({ isWhole }) => isWhole);
        const isReached = all.filter(({ isWhole }) => isWhole).length === count;
        const gone = expendable(all, count, now).filter(
          (name) => !all.find((one) => one.name === name)?.isPartial,
        );
        const behind = all.slice(older + 1).map(({ name }) => name);
        expect(gone.filter((name) => !isReached || !behind.includes(name))).toEqual([]);
      }),
    );
  });

  test('deleting old backups spares an unfinished backup that was written to an hour ago, but not seven hours ago', () => {
    const partial = { name: 'p', isPartial: true, isWhole: false };
    expect(expendable([{ ...partial, touchedAt: now - hour }], 1, now)).toEqual([]);
    expect(expendable([{ ...partial, touchedAt: now - 7 * hour }], 1, now)).toEqual(['p']);
  });
});

describe('backups of the same data', () => {
  const of = (orders: string | null, more: object = {}) => ({
    namespace: 'store',
    databases: {
      orders: { identity: orders === null ? null : { data_id: orders } },
      catalog: { identity: { data_id: 'c' } },
    },
    ...more,
  });

  test('an old backup of the store’s own data may be deleted, even if an earlier release made it without the id of the data', () => {
    expect(isGoneOn(of('a'), of('a'))).toBe(true);
    expect(isGoneOn(of(null), of('a'))).toBe(true);
    // A later release may have added a database.
    expect(
      isGoneOn(of('a'), { ...of('a'), databases: { ...of('a').databases, mail: { identity: null } } }),
    ).toBe(true);
  });

  test('deleting old backups spares backups of another store and backups from before the store was started again with new data', () => {
    expect(isGoneOn(of('a', { namespace: 'other' }), of('a'))).toBe(false);
    expect(isGoneOn(of('a'), of('b'))).toBe(false);
    expect(isGoneOn(of('a'), of('a', { databases: { catalog: { identity: null } } }))).toBe(false);
  });
});
