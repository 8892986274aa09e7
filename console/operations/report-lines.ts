import type { ReportLine } from '#clients/typescript/src/main.ts';

const words = ['refused', 'not_found', 'notReached', 'changed', 'unchanged'] as const;
type OutcomeWord = (typeof words)[number];

/** The text key for an outcome. Null means that the work has not reached the record yet. */
export function outcomeWord(outcome: string | null): OutcomeWord {
  return words.find((word) => word === outcome) ?? 'notReached';
}

/** Sorts failures before successes, and keeps the sequence of lines with the same outcome. */
export function worstFirst(lines: readonly ReportLine[]): ReportLine[] {
  const rank = ({ outcome }: ReportLine) => words.indexOf(outcomeWord(outcome));
  return lines.toSorted((a, b) => rank(a) - rank(b));
}
