import { expect, test } from '@jest/globals';

import { withSightings } from '../../support/flaky-tests.ts';

test('a test that failed first and passed when it was run again is added to the list of flaky tests with the day', () => {
  expect(withSightings([], ['a.test.ts: one'], '2026-11-26')).toEqual({
    list: [{ test: 'a.test.ts: one', sightings: ['2026-11-26'] }],
    usedUp: [],
  });
});

test('a flaky test reaches the limit of the list of flaky tests with its third recorded day, not with its second', () => {
  const known = [
    { test: 'a.test.ts: one', sightings: ['2026-11-20', '2026-11-21'] },
    { test: 'b.test.ts: two', sightings: ['2026-11-20'] },
  ];
  const { list, usedUp } = withSightings(known, ['a.test.ts: one', 'b.test.ts: two'], '2026-11-26');
  expect(usedUp).toEqual(['a.test.ts: one']);
  expect(list.map(({ sightings }) => sightings.length)).toEqual([3, 2]);
});

test('a run without flaky tests does not change the list of flaky tests', () => {
  const known = [{ test: 'a.test.ts: one', sightings: ['2026-11-20', '2026-11-21', '2026-11-22'] }];
  expect(withSightings(known, [], '2026-11-26')).toEqual({ list: known, usedUp: [] });
});
