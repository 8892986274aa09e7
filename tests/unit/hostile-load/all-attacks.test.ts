import { expect, test } from '@jest/globals';

import { allAttacks } from '#instruments/hostile-load/all-attacks.ts';

test('each attack has a name of its own, by which the attackers’ program finds it', () => {
  const names = allAttacks.map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
