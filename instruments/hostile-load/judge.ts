import type { OtherCallerFigures } from './other-caller.ts';

export interface Observed {
  other: OtherCallerFigures;
  /** The time of the slowest liveness check in ms, or `Infinity` if a check got no response. */
  liveMs: number;
  /** Peak memory in MiB, keyed by process. */
  peak: Record<string, number>;
  /** Number of requests that the attackers sent. */
  requests: number;
  /** Number of responses to the attackers, keyed by status. */
  statuses: Record<number, number>;
  /** Processes that ended. */
  died: string[];
}

export interface QuietFigures {
  readP95: number;
  writeP95: number;
}

/** The store's promises to every caller: requests take less than 10 times their quiet time, and liveness checks less than 1 s. */
const promised = { timesQuiet: 10, liveMs: 1000 } as const;

/** Lists the promises that an attack broke. */
export function brokenPromises(observed: Observed, quiet: QuietFigures, memoryLimit: number): string[] {
  return [...slowAnswers(observed, quiet), ...defects(observed, memoryLimit)];
}

/** Lists late responses. Other work of the machine can also cause them. */
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

/**
 * Lists faults that a busy machine does not explain: no attack, no response, a response that is a defect, too much memory, or
 * an ended process.
 */
export function defects(observed: Observed, memoryLimit: number): string[] {
  const { other, liveMs, peak, requests, statuses, died } = observed;
  return [
    ...(requests === 0 ? ['the attackers sent no request'] : []),
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

export function milliseconds(ms: number): string {
  if (ms === Infinity) return 'never';
  return ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
}

/** 503 means overload. Any other 5xx is a defect. */
function defective(statuses: Record<number, number>): number[] {
  return Object.keys(statuses)
    .map(Number)
    .filter((status) => status >= 500 && status !== 503);
}
