import { expect, test } from '@jest/globals';

import { describeTimings, timingReport } from '../../support/timing-report.ts';

const run = {
  date: '2026-11-26T10:00:00.000Z',
  commit: 'abc',
  cores: 2,
  seconds: 75,
  passed: 3,
  failed: 0,
  answers: 7,
  passedOnlyAgain: [],
};

function file(name: string, milliseconds: number, tests: number) {
  const one = { fullName: 'a test', status: 'passed' };
  return {
    name: `/project/tests/${name}`,
    status: 'passed',
    startTime: 1_000,
    endTime: 1_000 + milliseconds,
    assertionResults: Array.from({ length: tests }, () => one),
  };
}

const report = timingReport(
  [
    file('unit/quick.test.ts', 1_240, 2),
    file('e2e/slow.test.ts', 61_000, 1),
    file('unit/idle.test.ts', 0, 1),
  ],
  '/project',
  run,
);

test('the timing report of a test run lists the test files from the slowest to the fastest, each with its level, such as unit or e2e', () => {
  expect(report.files).toEqual([
    { file: 'tests/e2e/slow.test.ts', level: 'e2e', seconds: 61, tests: 1 },
    { file: 'tests/unit/quick.test.ts', level: 'unit', seconds: 1.2, tests: 2 },
    { file: 'tests/unit/idle.test.ts', level: 'unit', seconds: 0, tests: 1 },
  ]);
});

test('the timing report of a test run sums the files, tests and seconds for each level, such as unit or e2e', () => {
  expect(report.levels).toEqual({
    e2e: { files: 1, tests: 1, seconds: 61 },
    unit: { files: 2, tests: 3, seconds: 1.2 },
  });
});

test('the printed timing report of a test run lists only the requested number of slowest test files', () => {
  const text = describeTimings(report, 1);
  expect(text).toContain('The run took 1:15');
  expect(text).toContain('(endpoint, status, language): 7');
  expect(text).toContain('1:01  tests/e2e/slow.test.ts');
  expect(text).not.toContain('quick.test.ts');
});
