import { expect, test } from '@jest/globals';

import { allAttacks } from '#instruments/hostile-load/all-attacks.ts';

test('no two attacks of the hostile-load test have the same name', () => {
  const names = allAttacks.map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
