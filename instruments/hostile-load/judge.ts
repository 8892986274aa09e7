import type { OtherCallerFigures } from './other-caller.ts';

/** What was measured while an attack went on. */
export interface Observed {
  other: OtherCallerFigures;
  /** Milliseconds; endless when one was not answered. */
  liveMs: number;
  /** MiB at most, by process. */
  peak: Record<string, number>;
  /** What the attackers got. */
  statuses: Record<number, number>;
  /** Processes that ended. */
  died: string[];
}

export interface QuietFigures {
  readP95: number;
  writeP95: number;
}

/** What a caller is promised, whoever else there is. */
export const promised = { timesQuiet: 10, liveMs: 1000 } as const;

/** The promises that an attack broke, each in a few words; none when all hold. Pure. */
export function brokenPromises(observed: Observed, quiet: QuietFigures, memoryLimit: number): string[] {
  return [...slowAnswers(observed, quiet), ...defects(observed, memoryLimit)];
}

/** What was answered, but too late. How late depends on what else the machine does. */
function slowAnswers({ other, liveMs }: Observed, quiet: QuietFigures): string[] {
  const slower = (
    [
      ['reads', other.readP95, quiet.readP95],
      ['writes', other.writeP95, quiet.writeP95],
    ] as const
  )
    .filter(([, meanwhile, before]) => meanwhile < Infinity && meanwhile >= before * promised.timesQuiet)
    .map(([what, meanwhile, before]) => `${what} ${(meanwhile / before).toFixed(0)} times as slow`);
  const isLate = liveMs < Infinity && liveMs >= promised.liveMs;
  return [...slower, ...(isLate ? [`live after ${milliseconds(liveMs)}`] : [])];
}

/** What is wrong on any machine, however busy: no answer, a defect's answer, too much memory, a process that ended. */
export function defects({ other, liveMs, peak, statuses, died }: Observed, memoryLimit: number): string[] {
  return [
    ...(other.readP95 === Infinity ? ['reads not answered'] : []),
    ...(other.writeP95 === Infinity ? ['writes not answered'] : []),
    ...(liveMs === Infinity ? ['live never answered'] : []),
    ...Object.entries(peak)
      .filter(([, mebibytes]) => mebibytes > memoryLimit)
      .map(([name, mebibytes]) => `${name} ${mebibytes.toFixed(0)} MiB`),
    ...defective(statuses).map((status) => `attackers got ${status}`),
    ...defective(other.statuses).map((status) => `the other caller got ${status}`),
    ...died.map((name) => `${name} died`),
  ];
}

/** Milliseconds as people read them. */
export function milliseconds(ms: number): string {
  if (ms === Infinity) return 'never';
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
}

/** 503 says that there is too much to do; any other 5xx is a defect. */
function defective(statuses: Record<number, number>): number[] {
  return Object.keys(statuses)
    .map(Number)
    .filter((status) => status >= 500 && status !== 503);
}
