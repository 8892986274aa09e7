import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chosenInstruments, instruments, type Instrument } from '#instruments/instruments.ts';

const root = join(import.meta.dirname, '../../..');

const sampled: Instrument = {
  proves: '',
  run: ['all'],
  sample: ['some'],
  subject: ['shared/platform/amqp/'],
};
const long: Instrument = { proves: '', run: ['long'], sample: null, subject: ['deploy/'] };

test('a changed file runs only the instruments (test programs outside npm test) that declare it as their subject', () => {
  expect(chosenInstruments(['docs/a.md', 'shared/platform/amqp/topology.ts'], { sampled, long })).toEqual([
    { name: 'sampled', run: ['all'] },
  ]);
});

test('a change outside all declared subjects runs no instrument (a test program outside npm test)', () => {
  expect(chosenInstruments(['README.md'], { sampled, long })).toEqual([]);
});

test('if the changed files are unknown, each instrument (a test program outside npm test) that has a short sample runs it', () => {
  expect(chosenInstruments(null, { sampled, long })).toEqual([{ name: 'sampled', run: ['some'] }]);
});

test('every path that an instrument (a test program outside npm test) declares exists', () => {
  const named = Object.values<Instrument>(instruments).flatMap(({ subject, run, sample }) => [
    ...subject,
    ...[...run, ...(sample ?? [])].filter((argument) => /^(tests|instruments)\//.test(argument)),
  ]);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
