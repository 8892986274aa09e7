/** The numbers of passed and failed tests and files that Jest reports for a run. */
export interface Counts {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  /** Files that failed outside their tests, for example because they did not load. */
  numRuntimeErrorTestSuites: number;
}

export interface FileResults {
  name: string;
  status: string;
  /** Milliseconds since 1970. */
  startTime: number;
  endTime: number;
  assertionResults: { fullName: string; status: string }[];
}

/** The part of Jest's `--json` output that this module uses. */
export interface Results extends Counts {
  testResults: FileResults[];
}

const isFailed = ({ status }: { status: string }): boolean => status === 'failed';

export function failedFiles({ testResults }: Results): string[] {
  return testResults.filter(isFailed).map(({ name }) => name);
}

/** Merges two runs: a file that ran again has the results of its second run. */
export function withFilesRunAgain(results: Results, again: Results): Results {
  const newer = new Map(again.testResults.map((file) => [file.name, file]));
  const testResults = results.testResults.map((file) => newer.get(file.name) ?? file);
  return { testResults, ...counted(testResults) };
}

/** The tests that failed in the first run and passed in the second, as file and test name. */
export function passedOnlyAgain(results: Results, again: Results): string[] {
  const named = (each: Results, wanted: string) =>
    each.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === wanted)
        .map(({ fullName }) => `${name}: ${fullName}`),
    );
  const passed = new Set(named(again, 'passed'));
  return named(results, 'failed').filter((test) => passed.has(test));
}

function counted(files: FileResults[]): Counts {
  const count = (wanted: string[]) =>
    files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => wanted.includes(status))
      .length;
  return {
    numPassedTests: count(['passed']),
    numFailedTests: count(['failed']),
    numPendingTests: count(['pending', 'skipped']),
    numRuntimeErrorTestSuites: files.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed))
      .length,
  };
}
