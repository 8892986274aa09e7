import type { ReportLine } from '#clients/typescript/src/main.ts';

const words = ['refused', 'not_found', 'notReached', 'changed', 'unchanged'] as const;
export type OutcomeWord = (typeof words)[number];

/** An outcome's text; a record that was not reached yet has none. */
export function outcomeWord(outcome: string | null): OutcomeWord {
  return words.find((word) => word === outcome) ?? 'notReached';
}

/** What was not done stands before what was; each as it was sent. */
export function worstFirst(lines: readonly ReportLine[]): ReportLine[] {
  const rank = ({ outcome }: ReportLine) => words.indexOf(outcomeWord(outcome));
  return lines.toSorted((a, b) => rank(a) - rank(b));
}
