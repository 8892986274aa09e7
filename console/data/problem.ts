import { StoreError } from '#clients/typescript/src/main.ts';
import type { Language, Text } from '../texts/define-texts.ts';
import { fillText } from '../texts/fill-text.ts';
import { ruleTexts } from './rule-texts.ts';

type BrokenRule = NonNullable<StoreError['problem']['rules']>[string][number];

/** The error of a query. Rethrows an error that is not a response of the API, because it is a defect of the console. */
export function problemOf(error: Error | null): StoreError | undefined {
  if (error === null) return undefined;
  if (error instanceof StoreError) return error;
  throw error;
}

/**
 * The message for a field such as `status` or `items.0.amount`. If the console does not know the broken rule, this is the API's
 * message.
 */
export function fieldProblem(
  problem: StoreError | undefined,
  field: string,
  language: Language,
): string | undefined {
  const rules = problem?.problem.rules?.[field] ?? [];
  const said = problem?.fields[field]?.map((message, index) => ruleWords(rules[index], language) ?? message);
  return said === undefined ? undefined : [...new Set(said)].join(' ');
}

function ruleWords(broken: BrokenRule | undefined, language: Language): string | undefined {
  const text: Text | undefined = Object.entries(ruleTexts).find(([rule]) => rule === broken?.rule)?.[1];
  if (broken === undefined || text === undefined) return undefined;
  const limits = Object.entries(broken).filter((limit): limit is [string, string | number] =>
    ['string', 'number'].includes(typeof limit[1]),
  );
  const { min, max = min } = broken;
  return fillText(text, language, { ...Object.fromEntries(limits), count: Number(min ?? max) });
}
