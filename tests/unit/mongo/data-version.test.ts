import { describe, expect, test } from '@jest/globals';
import { dataRefusal } from '#shared/platform/mongo/data-version.ts';
import type { Migration, ServiceData } from '#shared/platform/mongo/service-data.ts';

const step = (version: number): Migration => ({
  version,
  summary: `step ${version}`,
  runsBeside: true,
  estimate: () => Promise.resolve(0),
  batch: () => Promise.resolve(null),
});
const data: ServiceData = {
  service: 'orders',
  floor: 1,
  floorWork: [],
  readsFrom: 2,
  migrations: [step(2), step(3)],
  formerIndexes: [],
};

describe('data checked by release 0.5.0, which writes data version 3', () => {
  test('a release rejects data of a newer version that it does not know, and the error has both versions and the remedy', () => {
    const refusal = dataRefusal(data, { version: 5, release: '0.6.0', needs: 4 }, '0.5.0');
    expect(refusal).toBe(
      'The data of orders has version 5, written by release 0.6.0, but release 0.5.0 knows only up to version 3. Start ' +
        'release 0.6.0 or a later one, or restore a backup from before the upgrade.',
    );
  });

  test('a release rejects data of a newer version if this data does not declare which older versions may read it', () => {
    expect(dataRefusal(data, { version: 4, release: '0.6.0' }, '0.5.0')).toContain('version 4');
  });

  test('a release accepts data of a newer version if this data declares that the release’s version may read it', () => {
    expect(dataRefusal(data, { version: 5, release: '0.6.0', needs: 3 }, '0.5.0')).toBeNull();
  });

  test('a release rejects data that is too old, and the error has the migration command', () => {
    const refusal = dataRefusal(data, { version: 1, release: '0.3.0' }, '0.5.0');
    expect(refusal).toContain('version 1');
    expect(refusal).toContain('only version 2 or later');
    expect(refusal).toContain('npm run migrate -- --apply');
  });

  test.each([2, 3])('a release that reads versions 2 and 3 accepts data with version %i', (version) => {
    expect(dataRefusal(data, { version, release: '0.4.0' }, '0.5.0')).toBeNull();
  });
});
