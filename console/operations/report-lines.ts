import type { ReportLine } from '#clients/typescript/src/main.ts';

const words = ['refused', 'not_found', 'notReached', 'changed', 'unchanged'] as const;
export type OutcomeWord = (typeof words)[number];

/** The key of an outcome's text; null means that the work has not reached the record. */
export function outcomeWord(outcome: string | null): OutcomeWord {
  return words.find((word) => word === outcome) ?? 'notReached';
}

/** Sorts failures before successes. The order within each outcome stays the same. */
export function worstFirst(lines: readonly ReportLine[]): ReportLine[] {
  const rank = ({ outcome }: ReportLine) => words.indexOf(outcomeWord(outcome));
  return lines.toSorted((a, b) => rank(a) - rank(b));
}
