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

test('a changed file runs only the instruments that declare it as their subject', () => {
  expect(chosenInstruments(['docs/a.md', 'shared/platform/amqp/topology.ts'], { sampled, long })).toEqual([
    { name: 'sampled', run: ['all'] },
  ]);
});

test('a change outside the subjects of all instruments runs no instrument', () => {
  expect(chosenInstruments(['README.md'], { sampled, long })).toEqual([]);
});

test('all instruments with a short sample run if the changed files are unknown', () => {
  expect(chosenInstruments(null, { sampled, long })).toEqual([{ name: 'sampled', run: ['some'] }]);
});

test('every path in the declaration of an instrument exists', () => {
  const named = Object.values<Instrument>(instruments).flatMap(({ subject, run, sample }) => [
    ...subject,
    ...[...run, ...(sample ?? [])].filter((argument) => /^(tests|instruments)\//.test(argument)),
  ]);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
