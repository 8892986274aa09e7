import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chosenInstruments, instruments, type Instrument } from '#instruments/instruments.ts';
import { commandRunner } from '../../support/commands/command-runner.ts';

const root = join(import.meta.dirname, '../../..');
const run = commandRunner();

const sampled: Instrument = {
  proves: '',
  run: ['all'],
  sample: ['some'],
  subject: ['shared/platform/amqp/'],
};
const long: Instrument = { proves: '', run: ['long'], sample: null, subject: ['deploy/'] };

test('if a file changes, an instrument (a test program outside npm test) runs exactly if the paths it declares to test contain this file', () => {
  expect(chosenInstruments(['docs/a.md', 'shared/platform/amqp/topology.ts'], { sampled, long })).toEqual([
    { name: 'sampled', run: ['all'] },
  ]);
});

test('if no instrument (a test program outside npm test) declares to test a changed file, no instrument runs', () => {
  expect(chosenInstruments(['README.md'], { sampled, long })).toEqual([]);
});

test('if it is unknown which files changed, every instrument (test program outside npm test) that has a short version runs in its short version, and no other runs', () => {
  expect(chosenInstruments(null, { sampled, long })).toEqual([{ name: 'sampled', run: ['some'] }]);
});

test('every path in the declaration of an instrument (a test program outside npm test) exists', () => {
  const named = Object.values<Instrument>(instruments).flatMap(({ subject, run, sample }) => [
    ...subject,
    ...[...run, ...(sample ?? [])].filter((argument) => /^(tests|instruments)\//.test(argument)),
  ]);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each([
  ['instruments/chaos/run-chaos.ts', '--only'],
  ['instruments/chaos/run-mutations.ts', '--only'],
  ['instruments/load/run-bench.ts', '--parts'],
])(
  'the script %s refuses an unknown name after the option %s, because a run that tests nothing would pass',
  async (script, option) => {
    const { code, stdout, stderr } = await run(script, [option, 'no-such-name']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('"no-such-name"');
  },
  60_000,
);
