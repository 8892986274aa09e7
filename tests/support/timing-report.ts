import { relative } from 'node:path';
import type { FileResults } from './jest-results.ts';

interface FileTiming {
  /** The file's path from the root of the project. */
  file: string;
  /** The folder under tests/ or instruments/ that contains the file. */
  level: string;
  seconds: number;
  tests: number;
}

interface LevelTiming {
  files: number;
  tests: number;
  /**
   * The sum of the durations of all files of this test level. Some files run concurrently, so the level may have taken less
   * time.
   */
  seconds: number;
}

/** The durations of one run's files, slowest file first. */
interface TimingReport {
  /** The start of the run, in ISO 8601. */
  date: string;
  commit: string;
  cores: number;
  /** Seconds from the start of the run to its end, including reruns. */
  seconds: number;
  passed: number;
  failed: number;
  /** The number of distinct responses that tests received, by endpoint, status and language. */
  answers: number;
  /** Tests that failed, and passed when their file ran again alone. */
  passedOnlyAgain: string[];
  levels: Record<string, LevelTiming>;
  files: FileTiming[];
}

type RunFacts = Omit<TimingReport, 'levels' | 'files'>;

export function timingReport(files: readonly FileResults[], root: string, run: RunFacts): TimingReport {
  const timings = files
    .map((each) => timingOf(each, root))
    .sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1));
  const levels: Record<string, LevelTiming> = {};
  for (const { level, tests, seconds } of timings) {
    const sum = (levels[level] ??= { files: 0, tests: 0, seconds: 0 });
    sum.files += 1;
    sum.tests += tests;
    sum.seconds = rounded(sum.seconds + seconds);
  }
  return { ...run, levels, files: timings };
}

function timingOf({ name, startTime, endTime, assertionResults }: FileResults, root: string): FileTiming {
  const file = relative(root, name).replaceAll('\\', '/');
  return {
    file,
    level: file.split('/')[1] ?? file,
    seconds: rounded((endTime - startTime) / 1000),
    tests: assertionResults.length,
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** The sums for each level and the `count` slowest files, to print at the end of a run. */
export function describeTimings({ levels, files, seconds, answers }: TimingReport, count = 20): string {
  const sums = Object.entries(levels).map(
    ([level, sum]) => `${minutes(sum.seconds)}  ${level}: ${sum.files} files, ${sum.tests} tests`,
  );
  const slowest = files.slice(0, count).map((each) => `${minutes(each.seconds)}  ${each.file}`);
  return [
    `The run took ${minutes(seconds).trim()} (minutes:seconds). Levels:`,
    ...sums,
    `Distinct answers seen (endpoint, status, language): ${answers}`,
    `The ${slowest.length} slowest files:`,
    ...slowest,
  ].join('\n');
}

function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`.padStart(6);
}
