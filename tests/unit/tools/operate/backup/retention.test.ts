import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';

import { chooseBackup, findBackups } from '#tools/operate/backup/found-backups.ts';
import { backupFormat, manifestFile, writeManifest } from '#tools/operate/backup/manifest.ts';
import { expendable, isGoneOn, keepOnly } from '#tools/operate/backup/retention.ts';

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

describe('backups whose machine’s clock was set back', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'storefront-backups-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Writes an empty backup that was made at the second `t` of MongoDB’s clock, and at `named` of the machine’s clock. */
  function backupAt(t: number, named: string) {
    const path = join(folder, `backup-${named}-00aa`);
    const manifest = {
      format: backupFormat,
      release: '1.0.0',
      namespace: 'store',
      moment: { at: new Date(t * 1000).toISOString(), cluster_time: { t, i: 1 } },
      took_seconds: 1,
      recipients: [],
      databases: {},
    };
    mkdirSync(path);
    writeFileSync(join(path, manifestFile), writeManifest(manifest));
    return { folder, path, manifest };
  }

  test('a restore chooses the backup with the latest moment, even if an older backup has a later name', async () => {
    backupAt(1_800_000_000, '2027-06-01T10-00-00.000Z');
    const newer = backupAt(1_800_003_600, '2027-01-15T09-00-00.000Z');
    expect((await chooseBackup(folder, 'store')).path).toBe(newer.path);
  });

  test('deleting old backups keeps the backups with the latest moments, even if older backups have later names', async () => {
    backupAt(1_800_000_000, '2027-06-01T10-00-00.000Z');
    const middle = backupAt(1_800_003_600, '2027-01-15T09-00-00.000Z');
    const newest = backupAt(1_800_007_200, '2027-01-15T10-00-00.000Z');
    await keepOnly(newest, 2, now);
    expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([middle.path, newest.path]);
  });

  test('deleting old backups never deletes the backup that was just made, even if MongoDB’s own clock was set back', async () => {
    backupAt(1_800_000_000, '2027-06-01T10-00-00.000Z');
    const newest = backupAt(1_700_000_000, '2027-01-15T10-00-00.000Z');
    const { removed } = await keepOnly(newest, 1, now);
    expect(removed).toEqual(['backup-2027-06-01T10-00-00.000Z-00aa']);
  });

  test('an unfinished backup without a manifest is listed by the time in its name', async () => {
    backupAt(Date.parse('2027-01-15T10:00:00Z') / 1000, '2027-01-15T10-00-01.000Z');
    mkdirSync(join(folder, 'backup-2027-01-15T11-00-00.000Z-00aa.partial'));
    backupAt(Date.parse('2027-01-15T12:00:00Z') / 1000, '2027-01-15T12-00-01.000Z');
    const hours = (await findBackups(folder)).map(({ name }) => name.slice(18, 20));
    expect(hours).toEqual(['12', '11', '10']);
  });
});
