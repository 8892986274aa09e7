import type { LoadResult } from '../closed-loop.ts';
import { median } from '../percentile.ts';
import { ratioInterval, type RatePair } from './paired-ratio.ts';

export interface Turn extends LoadResult {
  release: 'old' | 'new';
  /** The CPU time of the store and its servers per request in ms, measured until the last response. */
  cpuMs: number;
}

export interface ComparedTurns {
  name: string;
  /** The planned number of pairs in `turns`. If the time limit ends the measurement earlier, fewer pairs are measured. */
  alternations: number;
  /** Pairs of measured runs (turns), one run of each release, in the sequence in which they ran. */
  turns: Turn[][];
}

export interface Comparison {
  at: string;
  machine: string;
  against: string;
  atLeast: number;
  scenarios: ComparedTurns[];
}

/** Whether every scenario was measured completely and the lower bound of its ratio new ÷ old is at least `atLeast`. */
export function isFastEnough({ atLeast, scenarios }: Comparison): boolean {
  return scenarios.every(
    ({ turns, alternations }) =>
      turns.length === alternations && ratioInterval(pairsOf(turns)).lower >= atLeast,
  );
}

/** The figures as a Markdown table. */
export function comparisonReport(comparison: Comparison): string {
  const { at, machine, against, atLeast, scenarios } = comparison;
  const head = [
    'scenario',
    'old /s',
    'new /s',
    'new ÷ old',
    '95 % interval',
    'CPU ms, old',
    'CPU ms, new',
    'new ÷ old',
    'pairs',
    '',
  ];
  const rows = scenarios.map((scenario) => row(scenario, atLeast));
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const verdict = isFastEnough(comparison)
    ? `No scenario's lower bound is below ${atLeast}.`
    : `A lower bound is below ${atLeast}, or the time limit was reached before the last turn.`;
  return [`Against ${against.slice(0, 7)}; ${machine}; ${at.slice(0, 10)}`, '', ...table, '', verdict].join(
    '\n',
  );
}

function row({ name, turns, alternations }: ComparedTurns, atLeast: number): string[] {
  const pairs = pairsOf(turns);
  const rate = (release: 'old' | 'new') => median(pairs.map((pair) => pair[release])).toFixed(0);
  const costs = pairsOf(turns, 'cpuMs');
  const cost = (release: 'old' | 'new') => median(costs.map((pair) => pair[release])).toFixed(2);
  const count = `${turns.length} of ${alternations}`;
  if (pairs.length < 3) return [name, ...Array<string>(7).fill(''), count, 'NOT MEASURED'];
  const { ratio, lower, upper } = ratioInterval(pairs);
  return [
    name,
    rate('old'),
    rate('new'),
    ratio.toFixed(3),
    `${lower.toFixed(3)} to ${upper.toFixed(3)}`,
    cost('old'),
    cost('new'),
    ratioInterval(costs).ratio.toFixed(3),
    count,
    verdictOn(lower, upper, atLeast),
  ];
}

/**
 * `lower` and `upper` are the bounds of the 95 % interval of new ÷ old. UNDECIDED means that the interval is too wide for a
 * verdict. Then run the comparison again with more pairs of runs (`--alternations`), or on a quieter machine.
 */
function verdictOn(lower: number, upper: number, atLeast: number): string {
  if (lower >= atLeast) return 'fast enough';
  return upper < 1 ? 'SLOWER' : 'UNDECIDED';
}

function pairsOf(turns: readonly Turn[][], figure: 'rate' | 'cpuMs' = 'rate'): RatePair[] {
  return turns.map((pair) => {
    const of = (release: 'old' | 'new') => pair.find((turn) => turn.release === release)?.[figure] ?? 0;
    return { old: of('old'), new: of('new') };
  });
}
