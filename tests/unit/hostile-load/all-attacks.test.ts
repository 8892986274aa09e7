import { expect, test } from '@jest/globals';

import { allAttacks } from '#instruments/hostile-load/all-attacks.ts';

test('each attack has a unique name, so that the attack program can find the attack', () => {
  const names = allAttacks.map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});
