import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chosenInstruments, instruments, type Instrument } from '#instruments/instruments.ts';

const root = join(import.meta.dirname, '../../..');

const sampled: Instrument = { proves: '', run: ['all'], sample: ['some'], subject: ['shared/amqp/'] };
const long: Instrument = { proves: '', run: ['long'], sample: null, subject: ['deploy/'] };

test('an instrument runs when a file of its subject changed, and no other does', () => {
  expect(chosenInstruments(['docs/a.md', 'shared/amqp/topology.ts'], { sampled, long })).toEqual([
    { name: 'sampled', run: ['all'] },
  ]);
});

test('a change outside every subject runs no instrument', () => {
  expect(chosenInstruments(['README.md'], { sampled, long })).toEqual([]);
});

test('unknown changes run the samples of instruments, and skip instruments without one', () => {
  expect(chosenInstruments(null, { sampled, long })).toEqual([{ name: 'sampled', run: ['some'] }]);
});

test('every subject and every file that an instrument names exists', () => {
  const named = Object.values<Instrument>(instruments).flatMap(({ subject, run, sample }) => [
    ...subject,
    ...[...run, ...(sample ?? [])].filter((argument) => /^(tests|instruments)\//.test(argument)),
  ]);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
