import { describe, expect, test } from '@jest/globals';

import {
  failedFiles,
  passedOnlyAgain,
  withFilesRunAgain,
  type FileResults,
  type Results,
} from '../../support/jest-results.ts';

function file(name: string, status: string, tests: Record<string, string>): FileResults {
  const assertionResults = Object.entries(tests).map(([fullName, each]) => ({ fullName, status: each }));
  return { name, status, startTime: 0, endTime: 0, assertionResults };
}

function results(counts: number[], testResults: FileResults[]): Results {
  const [passed = 0, failed = 0, pending = 0, unloaded = 0] = counts;
  return {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numRuntimeErrorTestSuites: unloaded,
    testResults,
  };
}

const first = results(
  [4, 2, 1, 1],
  [
    file('a.test.ts', 'passed', { one: 'passed', two: 'pending' }),
    file('b.test.ts', 'failed', { one: 'passed', two: 'failed', three: 'failed' }),
    file('c.test.ts', 'failed', {}),
    file('d.test.ts', 'passed', { one: 'passed', two: 'passed' }),
  ],
);

describe('failed test files', () => {
  test('a test file counts as failed if one of its tests failed or the file did not load', () => {
    expect(failedFiles(first)).toEqual(['b.test.ts', 'c.test.ts']);
  });

  test('if a failed test file is run again, the results of its second run replace those of its first run', () => {
    const again = results(
      [4, 1, 0, 0],
      [
        file('b.test.ts', 'failed', { one: 'passed', two: 'passed', three: 'failed' }),
        file('c.test.ts', 'passed', { one: 'passed', two: 'passed' }),
      ],
    );
    const merged = withFilesRunAgain(first, again);
    expect(merged).toMatchObject(results([7, 1, 1, 0], merged.testResults));
    expect(failedFiles(merged)).toEqual(['b.test.ts']);
    expect(passedOnlyAgain(first, again)).toEqual(['b.test.ts: two']);
  });

  test('if a failed test file does not load in its second run, the results of its first run are kept', () => {
    const again = results([0, 0, 0, 2], [file('b.test.ts', 'failed', {}), file('c.test.ts', 'failed', {})]);
    const merged = withFilesRunAgain(first, again);
    expect(merged).toMatchObject(results([3, 0, 1, 2], merged.testResults));
    expect(passedOnlyAgain(first, again)).toEqual([]);
  });
});
