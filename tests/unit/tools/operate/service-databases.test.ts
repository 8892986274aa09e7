import { expect, test } from '@jest/globals';
import { waitsFor } from '#tools/operate/service-databases.ts';

test('a command that waits for MongoDB for 60 seconds prints this limit', () => {
  expect(waitsFor(60_000)).toMatch(/^MongoDB does not [^\d\n]+ 60 s\b[^\d\n]*$/);
});

test('a command that waits for MongoDB without a time limit prints no limit', () => {
  expect(waitsFor(Infinity)).toMatch(/^MongoDB does not [^\d\n]+$/);
  expect(waitsFor(Infinity)).not.toContain('Infinity');
});
